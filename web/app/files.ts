/** What makes the page an app: a manifest with icons, and a worker that knows the build's files. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const ICONS = [
  { file: 'app/icon-192.png', sizes: '192x192' },
  { file: 'app/icon-512.png', sizes: '512x512' },
  { file: 'app/maskable-512.png', sizes: '512x512', purpose: 'maskable' },
];

/** All addresses are relative to the manifest's: the site need not begin at the root of its host. */
const MANIFEST = {
  name: 'Mister X',
  short_name: 'Mister X',
  description: 'The hunt for Mister X through London: the board game and the card game.',
  start_url: '.',
  scope: '.',
  display: 'standalone',
  background_color: '#151a21',
  theme_color: '#151a21',
  categories: ['games'],
};

/** In the worker's place for what it knows. */
const NOTHING_KNOWN = "{ cache: '', files: [] }";

export function appFiles(): Plugin {
  return {
    name: 'app-files',
    apply: 'build',
    generateBundle(_, bundle) {
      const icons = ICONS.map(({ file, ...rest }) => {
        const name = file.replace('app/', '');
        const emitted = this.emitFile({ type: 'asset', name, source: readFileSync(file) });
        return { src: this.getFileName(emitted), type: 'image/png', ...rest };
      });
      this.emitFile({
        type: 'asset',
        fileName: 'manifest.webmanifest',
        source: JSON.stringify({ ...MANIFEST, icons }, null, 2),
      });
      // Icons are the system's matter, not the page's.
      const files = Object.keys(bundle)
        .filter((name) => /^assets\/.*\.(js|css|woff2|svg)$/.test(name))
        .sort();
      const page = readFileSync('index.html', 'utf-8');
      // A file's name has a hash of what is in it.
      const hash = createHash('sha256').update(page + files.join('\n'));
      const known = { cache: `misterx-${hash.digest('hex').slice(0, 12)}`, files };
      const [before, after] = readFileSync('app/worker.js', 'utf-8').split(NOTHING_KNOWN);
      if (after === undefined) this.error('the worker has no place for the names of files');
      const source = before + JSON.stringify(known) + after;
      this.emitFile({ type: 'asset', fileName: 'worker.js', source });
    },
  };
}
