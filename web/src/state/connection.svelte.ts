/** One socket to one table. It comes back by itself, and says again what was not acknowledged. */

import type { FromServer, ToServer } from '../lib/contract';
import { session } from './session.svelte';
import { language } from './texts.svelte';

/** What kind of table it is: of a game, of a lesson, or of a puzzle. */
export type Stage = 'play' | 'learn' | 'puzzle';
type Line = 'connecting' | 'open' | 'lost' | 'ended';
const BEAT = 25_000;
const LONGEST = 15_000;

/** How long to wait before the next attempt: longer each time, never all at once. */
function patience(attempt: number): number {
  return Math.min(LONGEST, 400 * 2 ** attempt) * (0.6 + 0.4 * Math.random());
}

export class Connection {
  line = $state<Line>('connecting');
  ending = $state('');
  private socket: WebSocket | null = null;
  private attempt = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private counter = 0;
  private waiting = new Map<string, ToServer>();

  constructor(
    private readonly table: string,
    private readonly invite: string | null,
    private readonly since: () => number | undefined,
    private readonly hear: (message: FromServer) => void,
    private readonly stage: Stage = 'play',
    /** In a lesson: the goal to go on with. */
    private readonly goal: (() => number) | null = null,
  ) {}

  open(): void {
    this.close();
    this.line = this.attempt === 0 ? 'connecting' : 'lost';
    // The table is in the address for proxies, which send all who are there to one worker.
    const path = `/api/${this.stage}/${encodeURIComponent(this.table)}`;
    const address = new URL(path, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.onopen = () => this.greet(socket);
    socket.onmessage = (event) => this.read(String(event.data));
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
  }

  close(): void {
    clearTimeout(this.retry);
    clearInterval(this.beat);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /** Try at once; a person may know better when the network is back. */
  again(): void {
    this.attempt = 0;
    this.line = 'connecting';
    this.open();
  }

  send(message: ToServer): string {
    const id = String(++this.counter);
    const marked = { ...message, id };
    // Choices are harmless twice; anything else is said once or not at all.
    if (['choose', 'undo', 'redo'].includes(message.t)) this.waiting.set(id, marked);
    this.write(marked);
    return id;
  }

  private write(message: ToServer): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private greet(socket: WebSocket): void {
    const since = this.since();
    socket.send(
      JSON.stringify({
        t: 'hello',
        table: this.table,
        token: session.guest?.token ?? null,
        ...(this.invite ? { invite: this.invite } : {}),
        ...(since === undefined ? {} : { since }),
        ...(this.goal ? { goal: this.goal() } : {}),
        lang: language.code,
        differences: true,
        batches: true,
      } satisfies ToServer),
    );
    this.heard = Date.now();
    this.beat = setInterval(() => this.check(), BEAT);
  }

  /** A line that has been silent in spite of a ping is dead, whatever the browser believes. */
  private check(): void {
    if (Date.now() - this.heard > 2 * BEAT) this.socket?.close();
    else this.write({ t: 'ping' });
  }

  private read(data: string): void {
    this.heard = Date.now();
    const heard = JSON.parse(data) as FromServer | FromServer[];
    for (const message of Array.isArray(heard) ? heard : [heard]) this.take(message);
  }

  private take(message: FromServer): void {
    if (message.t === 'welcome') {
      this.line = 'open';
      this.ending = '';
      this.attempt = 0;
      for (const unheard of this.waiting.values()) this.write(unheard);
    } else if (message.t === 'ack' || message.t === 'refused') {
      this.waiting.delete(String(message.id));
    } else if (message.t === 'bye') {
      this.ending = message.words || message.reason;
      if (message.passing) return; // the line will be closed, and tried again in a while
      this.line = 'ended';
      this.close();
    }
    this.hear(message);
  }

  private lose(): void {
    clearInterval(this.beat);
    this.socket = null;
    if (this.line === 'ended') return;
    this.line = 'lost';
    this.retry = setTimeout(() => this.open(), patience(this.attempt));
    this.attempt += 1;
  }
}
