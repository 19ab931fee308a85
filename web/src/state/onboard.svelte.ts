/** The board of the table beneath, as a trial writes it; null where no table is open. */
export const onBoard = $state<{ pieces: string | null }>({ pieces: null });
