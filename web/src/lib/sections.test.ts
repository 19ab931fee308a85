import { describe, expect, it } from 'vitest';
import { route } from './routes';
import { jump, SECTIONS } from './sections';

describe('sections', () => {
  it('lead to pages on which they are the open one', () => {
    for (const { path, pages } of SECTIONS) expect(pages).toContain(route(path, '').page);
  });

  it('hold what is reached from them', () => {
    const pages = SECTIONS.find(({ id }) => id === 'games')!.pages;
    for (const path of ['/club', '/tournaments', '/tournaments/new', '/tournaments/abc', '/p/abc'])
      expect(pages).toContain(route(path, '').page);
  });

  it('have keys and pages of their own', () => {
    for (const all of [SECTIONS.map(({ key }) => key), SECTIONS.flatMap(({ pages }) => pages)])
      expect(new Set(all).size).toBe(all.length);
  });

  it('open by g and their key, and by nothing else', () => {
    for (const { key, path } of SECTIONS) {
      expect(jump('g', key)).toBe(path);
      expect(jump('', key)).toBeUndefined();
      expect(jump(key, 'g')).toBeUndefined();
    }
    expect(jump('g', 'g')).toBeUndefined();
  });
});
