import type { Api, ApiResult } from '../../../api.ts'
import type { Settled, WireImport } from '../../../wire/settings-wire.ts'

export interface ImportFileDeps {
  api: Pick<Api, 'post'>
  /** The owner's names in the file. */
  ownersNames: string[]
  /** Reports the imported share of the file. */
  progress(share: number): void
  signal: AbortSignal
}

export type FileImported = { status: 'ok'; value: WireImport } | { status: 'failed'; error: string; value: WireImport }

/** Large enough to be fast, small enough to show progress. */
const pieceChars = 500_000
const pieceLines = 5000
const againMs = 2000
const tries = 5

/** Imports a file in chunks, then has the imported messages summarised. */
export async function importFile(file: Blob, deps: ImportFileDeps): Promise<FileImported> {
  const total: WireImport = { lines: 0, added: 0, known: 0, bad: 0, problems: [] }
  for await (const { lines, share } of piecesOf(file, deps.signal)) {
    const answer = await patiently(() =>
      deps.api.post<WireImport>('/api/import', { lines, ownersNames: deps.ownersNames }, 60_000),
    )
    if (answer.status !== 'ok') return { status: 'failed', error: answer.error, value: total }
    add(total, answer.value)
    deps.progress(share)
  }
  for (;;) {
    const answer = await patiently(() => deps.api.post<Settled>('/api/import/settle', {}))
    if (answer.status !== 'ok') return { status: 'failed', error: answer.error, value: total }
    if (!answer.value.more) return { status: 'ok', value: total }
  }
}

interface Piece {
  lines: string[]
  /** The share of the file up to this chunk. */
  share: number
}

async function* piecesOf(file: Blob, signal: AbortSignal): AsyncGenerator<Piece> {
  const decoder = new TextDecoder()
  const reader = file.stream().getReader()
  let rest = ''
  let lines: string[] = []
  let chars = 0
  let bytes = 0
  for (;;) {
    signal.throwIfAborted()
    const { done, value } = await reader.read()
    bytes += value?.byteLength ?? 0
    const parts = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split('\n')
    // The last line may be incomplete. At the end of the file, an empty line does not count.
    if (!done || parts.at(-1) === '') rest = parts.pop() ?? ''
    for (const line of parts) {
      lines.push(line)
      chars += line.length
      if (chars < pieceChars && lines.length < pieceLines) continue
      yield { lines, share: file.size === 0 ? 1 : bytes / file.size }
      lines = []
      chars = 0
    }
    if (!done) continue
    if (lines.length > 0) yield { lines, share: 1 }
    return
  }
}

/** Retries if that may help. Lines that were already imported are recognised. */
async function patiently<T>(post: () => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
  let answer = await post()
  for (let tried = 1; answer.status === 'later' && tried < tries; tried++) {
    await new Promise((resolve) => setTimeout(resolve, againMs))
    answer = await post()
  }
  return answer
}

function add(total: WireImport, piece: WireImport): void {
  const before = total.lines
  for (const problem of piece.problems) {
    if (total.problems.length >= 20) break
    total.problems.push(problem.replace(/^line (\d+)/, (_, line: string) => `line ${before + Number(line)}`))
  }
  total.lines += piece.lines
  total.added += piece.added
  total.known += piece.known
  total.bad += piece.bad
}
