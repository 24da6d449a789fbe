import { mount } from 'svelte';

import './app.css';
import App from './App.svelte';
import { startApp } from './app/install.svelte';
import { parts } from './app/parts';
import { router, startRouter } from './router.svelte';
import { catalogue } from './state/catalogue.svelte';
import { guest } from './state/guest.svelte';
import { settings } from './state/settings.svelte';

startRouter();
startApp();
// The page that most come for is on its way while the language is; who needs it says if it failed.
if (router.route.page === 'table') parts.table().catch(() => undefined);
else if (router.route.page === 'home') parts.home().catch(() => undefined);
// So is what every page, and what a table, waits for.
const known = guest.load();
known.catch(() => undefined);
if (router.route.page === 'table') catalogue.load().catch(() => undefined);
await settings.start();
mount(App, { target: document.getElementById('app') as HTMLElement, props: { known } });
