import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { appFiles } from './app/files.ts';

/** The server that `npm run dev` passes everything below /api on to. */
const server = process.env['MISTERX_SERVER'] ?? 'http://127.0.0.1:8642';

export default defineConfig({
  plugins: [svelte(), appFiles()],
  // Scripts and styles find each other wherever the site begins; the server puts its path in the page.
  experimental: {
    renderBuiltUrl: (_, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
  },
  build: {
    outDir: '../src/misterx/server/client',
    emptyOutDir: true,
    target: 'es2022',
    // The server's content security policy lets nothing in but its own files: no data: addresses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What is needed together, in one file instead of twenty.
          groups: [
            {
              name: 'base',
              test: /node_modules|preload-helper|src[\\/](home[\\/]links|app[\\/]|net|state|router|ui[\\/]|i18n[\\/].*\.ts)/,
            },
            { name: 'board', test: /src[\\/]board[\\/]/ },
            { name: 'chase', test: /src[\\/]chase[\\/]/ },
            { name: 'table', test: /src[\\/](table|talk|guard|end)[\\/]/ },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': {
        target: server,
        ws: true,
        changeOrigin: true,
        // The server takes requests that change something only from pages of its own.
        configure: (proxy) => {
          proxy.on('proxyReq', (request) => request.setHeader('origin', server));
          proxy.on('proxyReqWs', (request) => request.setHeader('origin', server));
        },
      },
    },
  },
  test: { include: ['src/**/*.test.ts'], pool: 'threads' },
});
