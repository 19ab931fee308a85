/** The board that is on the screen as a file: a drawing, a picture of points, a film. */

import { encode } from 'modern-gif';

/** What the style sheets give to shapes; in a file of its own a shape has it as attributes. */
const GIVEN = [
  ['fill', 'rgb(0, 0, 0)'],
  ['fill-opacity', '1'],
  ['stroke', 'none'],
  ['stroke-width', '1px'],
  ['stroke-opacity', '1'],
  ['stroke-dasharray', 'none'],
  ['stroke-linecap', 'butt'],
  ['stroke-linejoin', 'miter'],
  ['opacity', '1'],
  ['paint-order', 'normal'],
  ['transform', 'none'],
] as const;
const LETTERS = ['font-family', 'font-size', 'font-weight', 'text-anchor'] as const;
const WIDTH = 800; // points
const FRAME = 900; // milliseconds

function dressed(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  if (style.display === 'none' || style.visibility === 'hidden') return to.remove();
  for (const [name, usual] of GIVEN) {
    const value = style.getPropertyValue(name);
    if (value && value !== usual) to.setAttribute(name, value);
  }
  if (from.tagName === 'text')
    for (const name of LETTERS) to.setAttribute(name, style.getPropertyValue(name));
  for (const name of ['class', 'style']) to.removeAttribute(name);
  const inner = [...to.children];
  [...from.children].forEach((child, i) => dressed(child, inner[i]!));
}

/** All layers of the arena as one SVG that needs nothing else. */
export function drawn(arena: Element): string {
  const layers = [...arena.querySelectorAll(':scope > svg')];
  const box = layers[0]!.getAttribute('viewBox')!;
  const [x, y, width, height] = box.split(' ').map(Number) as [number, number, number, number];
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', box);
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  const ground = document.createElementNS(svg.namespaceURI, 'rect');
  const fill = getComputedStyle(document.documentElement).backgroundColor;
  const given = { x, y, width, height, fill };
  for (const [name, value] of Object.entries(given)) ground.setAttribute(name, String(value));
  svg.append(ground);
  for (const layer of layers) {
    const group = document.createElementNS(svg.namespaceURI, 'g');
    for (const shape of layer.children) {
      const copy = shape.cloneNode(true) as Element;
      group.append(copy);
      dressed(shape, copy);
    }
    svg.append(group);
  }
  // Marks that the page leaves for itself say nothing in a file.
  return new XMLSerializer().serializeToString(svg).replaceAll(/<!---->| data-[\w-]+="[^"]*"/g, '');
}

async function painted(svg: string): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * image.naturalHeight) / image.naturalWidth);
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

export async function raster(svg: string): Promise<Blob> {
  const canvas = await painted(svg);
  return new Promise((resolve, reject) => {
    canvas.toBlob((file) => (file ? resolve(file) : reject(new Error('png'))), 'image/png');
  });
}

/** Drawings one after the other as an animated GIF; the last one stays longer. */
export async function moving(svgs: readonly string[]): Promise<Blob> {
  const canvases = await Promise.all(svgs.map(painted));
  const { width, height } = canvases[0]!;
  const frames = canvases.map((canvas, i) => ({
    data: canvas.getContext('2d')!.getImageData(0, 0, width, height).data,
    delay: i === canvases.length - 1 ? 3 * FRAME : FRAME,
  }));
  return encode({ width, height, frames, maxColors: 255, format: 'blob' });
}
