/// <reference no-default-lib="true"/>
/// <reference lib="esnext" />
/// <reference lib="webworker" />
/**
 * The service worker: the page opens without its server, and shows what is pushed to it.
 *
 * Kept are the files of the page, as the build lists them, and what is the same for everybody: texts,
 * cards, rules. Pages and texts are asked of the server first, so that nothing is stale after an
 * update; most files have their content in their names. What belongs to games is never kept, or even
 * looked at.
 */

const worker = self as unknown as ServiceWorkerGlobalScope;

// The build puts these in.
declare const __FILES__: readonly string[];
declare const __VERSION__: string;

const SHELL = `shell-${__VERSION__}`;
const BOOK = 'book'; // what is the same for everybody
const PAGE = '/';
const HASHED = '/assets/'; // files that have their content in their names
const LASTING = /^\/api\/(texts|cards|rules|forms|bots|lessons|house)(\/|$)/;
const NO_PAGE = /^\/(api|health|metrics)(\/|$)|\.\w+$/;
const PATIENCE = 8000; // milliseconds until what is kept is shown instead
const AWAY = [502, 503, 504]; // what a proxy says of a server that does not answer

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('message', (event) => {
  if (event.data === 'take over') void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== 'GET' || address.origin !== worker.location.origin) return;
  if (event.request.mode === 'navigate') {
    if (!NO_PAGE.test(address.pathname)) event.respondWith(page(event.request));
  } else if (LASTING.test(address.pathname)) {
    event.respondWith(lasting(event.request, address));
  } else if (__FILES__.includes(address.pathname)) {
    event.respondWith(file(event.request));
  }
});

/** All files of this version; those that cannot have changed are taken from the one before. */
async function install(): Promise<void> {
  const shell = await caches.open(SHELL);
  await shell.add(new Request(PAGE, { cache: 'reload' }));
  await Promise.all(
    __FILES__.map(async (name) => {
      const kept = name.startsWith(HASHED) && (await caches.match(name));
      if (kept) await shell.put(name, kept);
      else await shell.add(name);
    }),
  );
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith('shell-') && name !== SHELL);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** The server's answer, or null where there is none, or none soon. */
async function asked(request: Request): Promise<Response | null> {
  const answer = await Promise.race([
    fetch(request).catch(() => null),
    new Promise<null>((late) => setTimeout(() => late(null), PATIENCE)),
  ]);
  return answer && !AWAY.includes(answer.status) ? answer : null;
}

async function page(request: Request): Promise<Response> {
  return (await asked(request)) ?? (await caches.match(PAGE)) ?? fetch(request);
}

async function file(request: Request): Promise<Response> {
  return (await caches.match(new URL(request.url).pathname)) ?? fetch(request);
}

/** Whoever reads another language gets another answer. */
async function lasting(request: Request, address: URL): Promise<Response> {
  const key = new URL(address);
  key.searchParams.set('reader', request.headers.get('accept-language') ?? '');
  const book = await caches.open(BOOK);
  const answer = await asked(request);
  if (answer?.ok) await book.put(key, answer.clone());
  return answer ?? (await book.match(key)) ?? fetch(request);
}

// --- what is pushed ---

interface Pushed {
  title: string;
  body: string;
  path: string;
  turns: number;
  language: string;
}

worker.addEventListener('push', (event) => event.waitUntil(show(event.data)));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { path: string }).path));
});

function read(data: PushMessageData | null): Pushed | null {
  try {
    return data && (data.json() as Pushed);
  } catch {
    return null;
  }
}

async function show(data: PushMessageData | null): Promise<void> {
  const told = read(data);
  const path = told?.path.startsWith('/') ? told.path : PAGE;
  // A newer one takes the place of the last: it knows of all tables.
  await worker.registration.showNotification(told?.title || 'Tash-Kalar', {
    body: told?.body,
    lang: told?.language,
    tag: 'turns',
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { path },
  });
  const badge = worker.navigator as WorkerNavigator & {
    setAppBadge?: (count: number) => Promise<void>;
  };
  await badge.setAppBadge?.(told?.turns ?? 0).catch(() => undefined);
}

/** The page that is open already, or a new one. */
async function open(path: string): Promise<void> {
  const address = new URL(path, worker.location.origin).href;
  const pages = await worker.clients.matchAll({ type: 'window' });
  const there = pages.find((one) => one.url === address);
  if (there) await there.focus();
  else await worker.clients.openWindow(address);
}
