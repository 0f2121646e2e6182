import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { installed } from '../../lib/installation.ts'

export interface PageFile {
  body: Uint8Array<ArrayBuffer>
  type: string
  etag: string
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

export const builtPage = installed('dist/web/page')

/** The files of the page by request path, read once: no path of a request ever reaches the disk. */
export function loadPage(folder: string): Map<string, PageFile> {
  const files = new Map<string, PageFile>()
  for (const name of existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []) {
    const type = types[extname(name)]
    if (!type) continue
    const body = new Uint8Array(readFileSync(join(folder, name)))
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    files.set(name === 'page.html' ? '/' : `/${name}`, { body, type, etag })
  }
  return files
}
