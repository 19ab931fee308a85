import { t } from './texts.svelte';

/** Something that is sent to the server: whether it is under way, and what went wrong. */
export class Attempt {
  busy = $state(false);
  trouble = $state('');

  async make(event: Event, job: () => Promise<void>): Promise<void> {
    event.preventDefault();
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
