/** Whether there is a line to type moves into: kept in this browser, for those who play that way. */

import { read, write } from './theme.svelte';

const KEY = 'tashkalar.typing';

export const typing = $state({ open: read(KEY) !== null });

export function openLine(open: boolean): void {
  typing.open = open;
  write(KEY, open ? 'yes' : null);
}
