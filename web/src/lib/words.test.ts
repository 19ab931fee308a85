import { describe, expect, it } from 'vitest';
import { clockText, clockWords, daysLeft, isShort, leftNow } from './clocks';
import { order } from './keys';
import { route, tablePath } from './routes';
import { cutOut, filled, formOf, parts, sentence, told } from './words';

describe('words', () => {
  it('fill their places and leave unknown ones', () => {
    expect(filled('{n} of {all} {more}', { n: 1, all: 3 })).toBe('1 of 3 {more}');
  });

  it('count as the language does', () => {
    const counts = (language: string, samples: number[], forms: string[]) =>
      [0, 1, 2, 4, 5, 11, 12, 21, 22, 25, 101, 102, 112].map((n) =>
        formOf(forms, { language, samples }, n),
      );
    // The samples are what the server works out from the plural rules of the catalogues.
    expect(counts('en', [1, 0], ['piece', 'pieces']).join(' ')).toBe(
      'pieces piece' + ' pieces'.repeat(11),
    );
    expect(counts('pl', [1, 2, 0], ['1', 'few', 'many']).join(' ')).toBe(
      'many 1 few few many many many many few many many few many',
    );
    expect(counts('cs', [1, 2, 0], ['1', 'few', 'many']).join(' ')).toBe(
      'many 1 few few' + ' many'.repeat(9),
    );
    expect(formOf(['piece', 'pieces'], { language: 'en', samples: [1, 0] }, undefined)).toBe(
      'pieces',
    );
  });

  it('set off what was filled in, and the squares of the log', () => {
    expect(parts('On {square} it is', { square: 'd3' })).toEqual([
      { text: 'On ', bold: false },
      { text: 'd3', bold: true },
      { text: ' it is', bold: false },
    ]);
    expect(told('from f6 to d4.', []).filter((part) => part.bold)).toHaveLength(2);
    expect(told('a piece', []).every((part) => !part.bold)).toBe(true);
  });

  it('name cards where the server says so, and nowhere else', () => {
    const words = 'Ben summons Knight on e5.';
    expect(told(words, [{ card: 'knight', start: 12, end: 18 }])).toEqual([
      { text: 'Ben summons ', bold: false },
      { text: 'Knight', bold: false, card: 'knight' },
      { text: ' on ', bold: false },
      { text: 'e5', bold: true },
      { text: '.', bold: false },
    ]);
    expect(told(words, []).some((part) => part.card)).toBe(false);
    expect(cutOut('ab', [{ term: 'a', start: 0, end: 2 }])).toEqual([
      { text: 'ab', use: { term: 'a', start: 0, end: 2 } },
    ]);
    expect(cutOut('', [])).toEqual([]);
  });

  it('make sentences, but never of a square', () => {
    expect(sentence('you have no action left')).toBe('You have no action left');
    expect(sentence('g5 is occupied')).toBe('g5 is occupied');
  });
});

describe('clocks', () => {
  it('are read as people read them', () => {
    expect(clockText(754_000)).toBe('12:34');
    expect(clockText(9_400)).toBe('0:09.4');
    expect(clockText(3_661_000)).toBe('1:01:01');
    expect(daysLeft(200_000_000)).toEqual({ days: 2, hours: 7 });
    expect(daysLeft(100_000_000)).toBeNull();
    expect(isShort(29_000)).toBe(true);
  });

  it('run only for whom they run', () => {
    expect(leftNow({ left: 5000, running: true }, 2000, 0)).toBe(3000);
    expect(leftNow({ left: 5000, running: false }, 2000, 0)).toBe(5000);
    expect(leftNow({ left: 1000, running: true }, 2000, 0)).toBe(0);
    expect(leftNow({ left: null, running: true }, 2000, 0)).toBeNull();
    expect(leftNow(null, 0, 0)).toBeNull();
  });

  it('have words', () => {
    expect(clockWords({ kind: 'total', seconds: 600, increment: 10, days: 0 })).toEqual([
      'web.clock.total',
      { minutes: 10, increment: 10 },
    ]);
  });
});

describe('keys', () => {
  const press = (key: string, more = {}) =>
    order({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });

  it('give orders', () => {
    expect(press('ArrowLeft')).toEqual({ do: 'walk', dx: -1, dy: 0 });
    expect(press('3')).toEqual({ do: 'card', n: 2 });
    expect(press('U')).toEqual({ do: 'undo' });
    expect(press('Enter')).toEqual({ do: 'confirm' });
    expect(press('z')).toBeNull();
  });

  it('leave the browser what is the browser’s', () => {
    expect(press('r', { ctrlKey: true })).toBeNull();
  });
});

describe('addresses', () => {
  it('are read and written', () => {
    expect(route('/', '')).toEqual({ page: 'start' });
    expect(route('/t/ab-12', '?invite=x%20y')).toEqual({
      page: 'table',
      table: 'ab-12',
      invite: 'x y',
    });
    expect(route('/t/ab', '')).toEqual({ page: 'table', table: 'ab', invite: null });
    expect(route('/elsewhere', '')).toEqual({ page: 'lost' });
    expect(tablePath('ab', 'x y')).toBe('/t/ab?invite=x%20y');
  });
});
