import { mount } from 'svelte';
import App from './App.svelte';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/page.css';
import './styles/arena.css';
import './styles/pieces.css';
import './styles/marks.css';
import './styles/cards.css';
import './styles/table.css';
import './styles/players.css';
import './styles/tasks.css';
import './styles/prompt.css';
import './styles/log.css';
import './styles/windows.css';
import './styles/lobby.css';
import './styles/settings.css';
import './styles/people.css';
import './styles/names.css';
import './styles/sheet.css';
import './styles/compact.css';
import { startRouter } from './state/router.svelte';
import { session } from './state/session.svelte';
import { loadTexts } from './state/texts.svelte';
import { watchScreen } from './state/screen.svelte';
import { showSettings } from './state/settings.svelte';

showSettings();
watchScreen();
startRouter();
const target = document.getElementById('app')!;
loadTexts().then(
  () => {
    mount(App, { target });
    // Who comes for the first time loads nothing for the next.
    if (session.guest) void import('./state/home.svelte').then((home) => home.start());
  },
  () => {
    // Without texts nothing can be said properly; trying again is all there is.
    target.textContent = '…';
    setTimeout(() => location.reload(), 3000);
  },
);
