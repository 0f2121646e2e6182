import { element } from '../element.ts'
import type { Line, LineFile } from '../wire.ts'

/** What hangs on a line: pictures to look at, other files to download. Nothing when nothing does. */
export function drawFiles({ id, files = [] }: Pick<Line, 'id' | 'files'>): HTMLElement[] {
  if (files.length === 0) return []
  const items = files.map((file, seq) => element('li', {}, drawFile(file, `/api/files/${id}/${seq}`)))
  return [element('ul', { class: 'files', 'aria-label': 'Files' }, ...items)]
}

/** "photo.png, 42 KB" as a chip. */
export function drawChip(name: string, bytes: number): HTMLElement {
  return element(
    'span',
    { class: 'chip' },
    element('span', { class: 'name', dir: 'auto' }, name),
    element('span', { class: 'muted' }, sizeInWords(bytes)),
  )
}

function drawFile({ name, bytes, picture }: LineFile, href: string): HTMLElement {
  if (!picture) return element('a', { class: 'file', href, download: name }, drawChip(name, bytes))
  const image = element('img', { src: href, alt: name, loading: 'lazy' })
  return element('a', { class: 'picture', href, target: '_blank', rel: 'noopener', title: name }, image)
}

function sizeInWords(bytes: number): string {
  const units = [bytes === 1 ? 'byte' : 'bytes', 'KB', 'MB']
  const step = Math.min(2, Math.floor(Math.log2(Math.max(bytes, 1)) / 10))
  return `${Math.round((bytes / 1024 ** step) * 10) / 10} ${units[step]}`
}
