/** How somebody wants to be told of games over days: this browser, an address of e-mail. */

import type { Contacts, MailAddress, MailCode, Subscription } from '../lib/contract';
import { read, write } from '../lib/storage';
import { home, secure, settle, start } from './home.svelte';
import { house } from './house.svelte';
import { asGuest, call, session } from './session.svelte';
import { language } from './texts.svelte';

const KEY = 'tashkalar.told'; // where this browser is told, and in which language
const NOBODY: Contacts = { browsers: [], mail: null };

/** Why this browser cannot be told, as a word; empty if it can. */
type Hindrance = '' | 'insecure' | 'unsupported' | 'denied';

export class Notices {
  contacts = $state.raw<Contacts>(NOBODY);
  here = $state(false); // is this browser told?
  hindrance = $state<Hindrance>(hindrance());

  async load(): Promise<void> {
    start();
    if (session.guest)
      this.contacts = await call<Contacts>('GET', '/api/notices').catch(() => NOBODY);
    const own = await subscription();
    this.here = own !== null && this.contacts.browsers.includes(await digest(own.endpoint));
    // Browsers change where they are told, and readers their language.
    if (this.here && own && read(KEY) !== mark(own)) await this.tell(own);
  }

  async switchOn(): Promise<void> {
    const permission = await Notification.requestPermission();
    this.hindrance = hindrance();
    if (permission !== 'granted') return;
    const registration = await settle();
    const key = house()?.push;
    if (!registration || !key) return;
    const options = { userVisibleOnly: true, applicationServerKey: bytes(key) };
    const own = await registration.pushManager.subscribe(options).catch(async () => {
      // It may be subscribed with the key of another house, or an earlier one.
      await (await subscription())?.unsubscribe();
      return registration.pushManager.subscribe(options);
    });
    await this.tell(own);
    this.here = true;
  }

  async switchOff(): Promise<void> {
    const own = await subscription();
    this.here = false;
    write(KEY, null);
    if (!own) return;
    const path = `/api/notices/browsers/${await digest(own.endpoint)}`;
    this.contacts = await asGuest(() => call<Contacts>('DELETE', path));
    await own.unsubscribe();
  }

  async askMail(address: string): Promise<void> {
    this.contacts = await asGuest(() =>
      call<Contacts>('PUT', '/api/notices/mail', { address } satisfies MailAddress),
    );
  }

  async confirmMail(code: string): Promise<void> {
    this.contacts = await call<Contacts>('POST', '/api/notices/mail', {
      code,
    } satisfies MailCode);
  }

  async endMail(): Promise<void> {
    this.contacts = await call<Contacts>('DELETE', '/api/notices/mail');
  }

  private async tell(own: PushSubscription): Promise<void> {
    const { keys, endpoint } = own.toJSON();
    const wanted: Subscription = {
      endpoint: endpoint ?? '',
      p256dh: keys?.p256dh ?? '',
      auth: keys?.auth ?? '',
    };
    this.contacts = await asGuest(() => call<Contacts>('PUT', '/api/notices/browsers', wanted));
    write(KEY, mark(own));
  }
}

/** Ask the browser to install the page. */
export async function install(): Promise<void> {
  await home.install?.prompt();
  home.install = null;
}

function hindrance(): Hindrance {
  if (!secure) return 'insecure';
  if (!('PushManager' in window) || !('serviceWorker' in navigator)) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : '';
}

async function subscription(): Promise<PushSubscription | null> {
  if (hindrance() === 'insecure' || hindrance() === 'unsupported') return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function mark(own: PushSubscription): string {
  return `${language.code} ${own.endpoint}`;
}

async function digest(text: string): Promise<string> {
  const found = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(found)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytes(key: string): Uint8Array<ArrayBuffer> {
  const plain = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}
