import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { installedPath } from '../../lib/folders.ts'

export interface PageFile {
  type: string
  /** The name contains a hash of the content, so it can be cached for ever. */
  isImmutable: boolean
  /** It is shown in a sandboxed frame of the page. */
  isFrame: boolean
  /** All encodings, smallest first. */
  encodings: PageEncoding[]
}

export interface PageEncoding {
  encoding?: 'br' | 'gzip'
  body: Uint8Array<ArrayBuffer>
  etag: string
}

const typeByExtension: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

export const builtPage = installedPath('dist/web/page')

/** Loads the page's files once, so that no request path ever reaches the disk. */
export function loadPage(folder: string): Map<string, PageFile> {
  const files = new Map<string, PageFile>()
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  // Large files exist only in compressed form.
  for (const name of new Set(entries.map((entry) => entry.replace(/\.(br|gz)$/, '')))) {
    const type = typeByExtension[extname(name)]
    if (!type) continue
    const path = join(folder, name)
    const forms = [readEncoding(`${path}.br`, 'br'), readEncoding(`${path}.gz`, 'gzip'), readEncoding(path)]
    files.set(name === 'page.html' ? '/' : `/${name}`, {
      type,
      isFrame: name === 'diagrams.html',
      isImmutable: /-[A-Z0-9]{8}\.(js|css)$/.test(name),
      encodings: forms.filter((form) => form !== undefined),
    })
  }
  return files
}

/** The smallest encoding the browser accepts. */
export function chooseEncoding({ encodings }: PageFile, accepted: string | undefined): PageEncoding | undefined {
  const acceptedEncodings = new Map(
    (accepted ?? '').split(',').map((item) => {
      const [name = '', ...settings] = item.split(';').map((part) => part.trim().toLowerCase())
      return [name, !settings.some((setting) => /^q=0(\.0*)?$/.test(setting))]
    }),
  )
  return encodings.find(({ encoding }) => encoding === undefined || acceptedEncodings.get(encoding))
}

function readEncoding(path: string, encoding?: 'br' | 'gzip'): PageEncoding | undefined {
  if (!existsSync(path)) return undefined
  const body = new Uint8Array(readFileSync(path))
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { body, etag, ...(encoding && { encoding }) }
}
