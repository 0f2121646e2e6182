import type { Api, ApiResult } from '../../../api.ts'
import type { WireImport, WireImportFile, WireImportPreview, WireImportProgress } from '../../../wire/settings-wire.ts'

export interface ImportFileDeps {
  api: Pick<Api, 'post' | 'postBytes' | 'postStream'>
  /** Reports the share of the file that was sent or read. */
  progress(share: number): void
  signal: AbortSignal
}

export type Read<T> = { status: 'ok'; value: T } | { status: 'failed'; error: string }

/** Large enough to be fast, small enough to show progress and to pass a proxy. */
const PIECE_BYTES = 1_000_000
const PIECE_WAIT_MS = 60_000
const AGAIN_MS = 2000
const MAX_TRIES = 5

/** A file with its folders, if it comes from one. */
export interface ChosenFile {
  path: string
  file: Blob
}

/** Sends files to the daemon, which reads them. Resolves with the id of the upload. */
export async function uploadFiles(
  files: ChosenFile[],
  { api, progress, signal }: ImportFileDeps,
): Promise<Read<string>> {
  const total = files.reduce((sum, { file }) => sum + file.size, 0)
  let sent = 0
  const begun = await api.post<WireImportFile>('/api/import/files', {})
  if (begun.status !== 'ok') return { status: 'failed', error: begun.error }
  const { id } = begun.value
  for (const { path, file } of files) {
    // An empty file is sent too.
    for (let at = 0; at === 0 || at < file.size; at += PIECE_BYTES) {
      if (signal.aborted) void api.post(`/api/import/files/${id}/remove`, {})
      signal.throwIfAborted()
      const piece = file.slice(at, at + PIECE_BYTES)
      const place = `/api/import/pieces?id=${id}&at=${at}&path=${encodeURIComponent(path)}`
      const answer = await patiently(() => api.postBytes(place, piece, PIECE_WAIT_MS))
      if (answer.status !== 'ok') return { status: 'failed', error: answer.error }
      sent += piece.size
      progress(total === 0 ? 1 : sent / total)
    }
  }
  return { status: 'ok', value: id }
}

/** The past of a Nextcloud Talk room in place of files. */
export async function chooseRoom(room: string, { api }: ImportFileDeps): Promise<Read<string>> {
  const begun = await api.post<WireImportFile>('/api/import/rooms', { room })
  return begun.status === 'ok' ? { status: 'ok', value: begun.value.id } : { status: 'failed', error: begun.error }
}

/** What an import of the file would bring. */
export async function previewFile(id: string, deps: ImportFileDeps): Promise<Read<WireImportPreview>> {
  const end = await readStream(`/api/import/files/${id}/preview`, {}, deps)
  if ('preview' in end) return { status: 'ok', value: end.preview }
  return { status: 'failed', error: 'error' in end ? end.error : '' }
}

/** Imports the file and has the imported messages summarised. */
export async function importFile(id: string, ownersNames: string[], deps: ImportFileDeps): Promise<Read<WireImport>> {
  const end = await readStream(`/api/import/files/${id}/run`, { ownersNames }, deps)
  if ('report' in end) return { status: 'ok', value: end.report }
  return { status: 'failed', error: 'error' in end ? end.error : '' }
}

async function readStream(path: string, body: object, deps: ImportFileDeps): Promise<WireImportProgress> {
  let last: WireImportProgress = { error: '' }
  for await (const answer of deps.api.postStream<WireImportProgress>(path, body, deps.signal)) {
    last = answer.status === 'ok' ? answer.value : { error: answer.error }
    if ('share' in last) deps.progress(last.share)
  }
  deps.signal.throwIfAborted()
  return last
}

/** Retries if that may help. The daemon writes the same piece to the same place. */
async function patiently<T>(post: () => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
  let answer = await post()
  for (let tries = 1; answer.status === 'later' && tries < MAX_TRIES; tries++) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    answer = await post()
  }
  return answer
}
