import { expect, it } from 'vitest';
import { placed } from './beside';

const room = { width: 400, height: 600 };
const panel = { width: 200, height: 100 };
const box = (left: number, top: number, width = 60, height = 20) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

it('puts a panel below what it explains', () => {
  expect(placed(box(50, 50), panel, room)).toEqual({ left: 50, top: 76 });
});

it('puts it above where there is no room below', () => {
  expect(placed(box(50, 560), panel, room)).toEqual({ left: 50, top: 454 });
});

it('keeps it in the window', () => {
  expect(placed(box(380, 50), panel, room).left).toBe(192);
  expect(placed(box(-30, 50), panel, room).left).toBe(8);
});

it('puts it to the side where there is room neither above nor below', () => {
  const tall = { width: 200, height: 560 };
  expect(placed(box(20, 300), tall, room)).toEqual({ left: 86, top: 32 });
  expect(placed(box(330, 300), tall, room)).toEqual({ left: 124, top: 32 });
});

it('leaves the next names of a list free', () => {
  expect(placed(box(50, 50), panel, room, true)).toEqual({ left: 116, top: 50 });
  expect(placed(box(300, 50), panel, room, true)).toEqual({ left: 94, top: 50 });
  expect(placed(box(150, 50, 100), panel, room, true)).toEqual({ left: 150, top: 76 });
});
