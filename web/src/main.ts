import { mount } from 'svelte';
import Root from './Root.svelte';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/page.css';
import './styles/arena.css';
import './styles/pieces.css';
import './styles/marks.css';
import './styles/lobby.css';
import { router, startRouter } from './state/router.svelte';
import { session } from './state/session.svelte';
import { loadTexts } from './state/texts.svelte';
import { watchScreen } from './state/screen.svelte';
import { showSettings } from './state/settings.svelte';

showSettings();
watchScreen();
startRouter();
const target = document.getElementById('app')!;
loadTexts(router.now.page === 'start').then(
  () => {
    mount(Root, { target });
    // Who comes for the first time loads nothing for the next.
    if (session.guest) void import('./state/home.svelte').then((home) => home.start());
  },
  () => {
    // Without texts nothing can be said properly; trying again is all there is.
    target.textContent = '…';
    setTimeout(() => location.reload(), 3000);
  },
);
