import { route, type Route } from '../lib/routes';

type AtTable = Extract<Route, { page: 'table' }>;

/** Pages that are opened from a table, which goes on beneath them. */
const OVER: readonly Route['page'][] = ['settings', 'rules', 'gallery', 'card', 'person'];

/** `beneath`: the table from which another page was opened; it goes on and is returned to. */
export const router = $state<{ now: Route; beneath: AtTable | null }>({
  now: { page: 'start' },
  beneath: null,
});

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  read();
  scrollTo(0, 0);
}

function read(): void {
  const before = router.now.page === 'table' ? router.now : router.beneath;
  router.now = route(location.pathname, location.search, location.hash);
  router.beneath = OVER.includes(router.now.page) ? before : null;
}

/** Links inside the page change the page; everything else is the browser's. */
export function startRouter(): void {
  read();
  addEventListener('popstate', read);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.target || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}

/** The names that pages have of their own, by page: a table can go on beneath another page. */
export const names = $state<Partial<Record<Route['page'], string>>>({});

/** While a page is there it has the name of what it shows, as soon as that is known. */
export function entitle(page: Route['page'], name: () => string | undefined): void {
  $effect(() => {
    names[page] = name();
    return () => (names[page] = undefined);
  });
}
