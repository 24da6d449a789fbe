import { mount } from 'svelte';

import './app.css';
import App from './App.svelte';
import { startRouter } from './router.svelte';
import { settings } from './state/settings.svelte';

await settings.start();
startRouter();
mount(App, { target: document.getElementById('app') as HTMLElement });
