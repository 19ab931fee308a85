import { t } from './texts.svelte';

/** Something that is sent to the server: whether it is under way, and what went wrong. */
export class Attempt {
  busy = $state(false);
  trouble = $state('');

  /** Done at the wish of somebody, whose event is used up by it, or of the page itself. */
  async make(event: Event | null, job: () => Promise<void>): Promise<void> {
    event?.preventDefault();
    this.busy = true;
    this.trouble = '';
    try {
      await job();
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : t('web.error.unknown');
    } finally {
      this.busy = false;
    }
  }
}
