import { describe, expect, it } from 'vitest';
import { roomOf } from './shape';

const shape = (width: number, height: number) => roomOf(width, height).shape;

describe('how a window is arranged', () => {
  it.each([
    [360, 640, 'upright'],
    [412, 915, 'upright'],
    [640, 360, 'lying'],
    [844, 390, 'lying'],
    [768, 1024, 'tall'],
    [820, 1180, 'tall'],
    [960, 1080, 'tall'],
    [1024, 768, 'two'],
    [1180, 820, 'two'],
    [1280, 1024, 'two'],
    [1280, 720, 'three'],
    [1366, 625, 'three'],
    [1440, 900, 'three'],
    [2560, 1440, 'three'],
  ])('%i × %i is %s', (width, height, wanted) => {
    expect(shape(width, height)).toBe(wanted);
  });

  it('gives the tasks a strip only where everything else has room', () => {
    expect(roomOf(360, 640)).toEqual({ shape: 'upright', strip: false, short: true });
    expect(roomOf(390, 844)).toEqual({ shape: 'upright', strip: true, short: false });
    expect(roomOf(500, 840).strip).toBe(false);
  });
});
