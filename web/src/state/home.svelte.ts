/**
 * What makes the page at home on a device: its service worker, its badge, and how many turns wait.
 * Loaded when the page is there already, so that nobody waits for it.
 */

import { mount } from 'svelte';
import { read, write } from '../lib/storage';
import { titled } from '../lib/title';
import NewVersion from '../parts/NewVersion.svelte';
import { loadCards } from './cards.svelte';
import { loadForms } from './forms.svelte';
import { api, call, session } from './session.svelte';
import { language, loadAllTexts, textsAddresses } from './texts.svelte';
import type { TurnsWaiting } from '../lib/contract';

const EVERY = 30_000; // milliseconds between counts
const HOURLY = 3_600_000; // milliseconds between looks for a new version
const KEPT = 'tashkalar.kept'; // the language whose texts, cards and rules are on the device

interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

export const home = $state<{ turns: number; install: InstallPrompt | null }>({
  turns: 0,
  install: null,
});

/** May the page be installed, and told things? Browsers allow it on encrypted pages only. */
export const secure = isSecureContext;

/** Does it run as an installed page? */
export function installed(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}

let settled: Promise<ServiceWorkerRegistration> | null = null;

let started = false;

/** Whoever has played here keeps the page on the device, and sees how many turns wait. */
export function start(): void {
  if (started) return;
  started = true;
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault(); // it is offered in the settings
    home.install = event as InstallPrompt;
  });
  addEventListener('appinstalled', () => (home.install = null));
  new MutationObserver(retitled).observe(document.head, {
    subtree: true,
    childList: true,
    characterData: true,
  });
  document.addEventListener('visibilitychange', () => void count());
  setInterval(() => void count(), EVERY);
  void count();
  void settle();
}

/** The worker of this page; installed at the first call. Null where browsers have none. */
export function settle(): Promise<ServiceWorkerRegistration> | null {
  if (!secure || !('serviceWorker' in navigator) || !import.meta.env.PROD) return null;
  settled ??= begin();
  return settled;
}

async function begin(): Promise<ServiceWorkerRegistration> {
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = `/manifest.webmanifest?lang=${language.code}`;
  document.head.append(link);
  const updated = navigator.serviceWorker.controller !== null;
  const registration = await navigator.serviceWorker.register('/sw.js');
  offer(registration, updated);
  setInterval(() => void registration.update().catch(() => undefined), HOURLY);
  void controlled().then(keep);
  return registration;
}

/** A new version waits until somebody wants it: nothing changes under a player's hands. */
function offer(registration: ServiceWorkerRegistration, updated: boolean): void {
  let offered = false;
  const waits = () => {
    if (!registration.waiting || offered || !navigator.serviceWorker.controller) return;
    offered = true;
    const take = () => registration.waiting?.postMessage('take over');
    void loadAllTexts().then(() => mount(NewVersion, { target: document.body, props: { take } }));
  };
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', waits);
  });
  waits();
  // The first worker takes a page over that is as new as itself.
  let first = !updated;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!first) location.reload();
    first = false;
  });
}

/** From then on everything that this page loads goes through the worker. */
async function controlled(): Promise<void> {
  if (navigator.serviceWorker.controller) return;
  await new Promise((taken) =>
    navigator.serviceWorker.addEventListener('controllerchange', taken, { once: true }),
  );
}

/** Texts, cards and rules go through the worker once, which keeps them. */
async function keep(): Promise<void> {
  if (read(KEPT) === language.code) return;
  try {
    const { code } = language;
    await Promise.all(textsAddresses().map((address) => fetch(address)));
    await Promise.all([loadCards(true), loadForms(true), api.rules(code), api.house()]);
    write(KEPT, code);
  } catch {
    // The next time, then.
  }
}

/** At how many tables over days it is my turn. */
async function count(): Promise<void> {
  if (!session.guest) return;
  const found = await call<TurnsWaiting>('GET', '/api/turns').catch(() => null);
  if (!found) return;
  home.turns = found.turns;
  showTurns();
  const badge = navigator as Navigator & {
    setAppBadge?: (count: number) => Promise<void>;
  };
  if (secure) await badge.setAppBadge?.(found.turns).catch(() => undefined);
}

let plain = ''; // the title without the number

/** A page has another title when a turn begins or ends, or when it is another page. */
function retitled(): void {
  const now = titled(document.title, 0);
  if (now !== plain) void count();
  plain = now;
  showTurns();
}

function showTurns(): void {
  const wanted = titled(document.title, home.turns);
  if (document.title !== wanted) document.title = wanted;
}
