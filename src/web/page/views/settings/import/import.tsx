import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Api } from '../../../api.ts'
import { CopyButton } from '../../../text/text-controls.tsx'
import type { WireImport, WireImportPreview, WireSummaryCost } from '../../../wire/settings-wire.ts'
import { useWords } from '../../../words/language.ts'
import { importWords } from '../../../words/settings/import-words.ts'
import { droppedFiles } from './dropped-files.ts'
import {
  type ChosenFile,
  chooseRoom,
  type ImportFileDeps,
  importFile,
  previewFile,
  type Read,
  uploadFiles,
} from './import-file.ts'
import { ImportPreview } from './import-preview.tsx'

const command = 'npx skein import export.json'

export interface ImportProps {
  api: Pick<Api, 'get' | 'post' | 'postBytes' | 'postStream'>
  /** The address names this section, so it is scrolled into view. */
  isWanted: boolean
  /** A file was imported completely. */
  done(): void
}

interface PreviewedFile {
  id: string
  preview: WireImportPreview
}

/** Imports old chats from a file: shows what is in it first, then the progress. */
export function Import({ api, isWanted, done }: ImportProps) {
  const words = useWords(importWords)
  const section = useRef<HTMLElement>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const running = useSignal<AbortController | undefined>(undefined)
  const doing = useSignal<'sending' | 'reading' | 'importing'>('sending')
  const share = useSignal(0)
  const found = useSignal<PreviewedFile | undefined>(undefined)
  const report = useSignal<WireImport | undefined>(undefined)
  const problem = useSignal('')
  const cost = useSignal<WireSummaryCost | undefined>(undefined)
  const decided = useSignal('')
  const isOver = useSignal(false)
  useEffect(() => {
    if (isWanted) section.current?.scrollIntoView({ block: 'start' })
    // Leaving the view cancels the import, because nobody would see the result.
    return () => {
      running.peek()?.abort()
      forget()
    }
  }, [])

  function forget(): void {
    const file = found.peek()
    found.value = undefined
    if (file) remove(file.id)
  }

  function remove(id: string): void {
    void api.post(`/api/import/files/${id}/remove`, {})
  }

  /** Runs one step at a time. A step throws if it was stopped. */
  async function runStep(step: (deps: ImportFileDeps) => Promise<string>): Promise<void> {
    if (running.value) return
    const stop = new AbortController()
    running.value = stop
    share.value = 0
    report.value = undefined
    problem.value = ''
    cost.value = undefined
    decided.value = ''
    try {
      problem.value = await step({ api, progress: (part) => (share.value = part), signal: stop.signal })
    } catch {
      problem.value = words.stopped
    } finally {
      running.value = undefined
    }
  }

  async function showPreview(send: (deps: ImportFileDeps) => Promise<Read<string>>): Promise<void> {
    await runStep(async (deps) => {
      forget()
      doing.value = 'sending'
      const sent = await send(deps)
      if (sent.status === 'failed') return sent.error
      doing.value = 'reading'
      const preview = await previewFile(sent.value, deps).finally(() => deps.signal.aborted && remove(sent.value))
      if (preview.status === 'failed') {
        remove(sent.value)
        return preview.error || words.stopped
      }
      found.value = { id: sent.value, preview: preview.value }
      return ''
    })
  }

  async function previewFiles(files: ChosenFile[]): Promise<void> {
    if (files.length > 0) await showPreview((deps) => uploadFiles(files, deps))
  }

  function previewChosen(submitted: Event): void {
    submitted.preventDefault()
    const files = [...(fileInput.current?.files ?? [])]
    void previewFiles(files.map((file) => ({ path: file.webkitRelativePath || file.name, file })))
  }

  function previewRoom(submitted: Event): void {
    submitted.preventDefault()
    const room = new FormData(submitted.currentTarget as HTMLFormElement).get('room')
    if (typeof room === 'string') void showPreview((deps) => chooseRoom(room, deps))
  }

  function previewDropped(dropped: DragEvent): void {
    dropped.preventDefault()
    isOver.value = false
    void droppedFiles(dropped.dataTransfer?.items ?? []).then(previewFiles)
  }

  async function startImport(submitted: Event): Promise<void> {
    submitted.preventDefault()
    const file = found.value
    if (!file) return
    const name = new FormData(submitted.currentTarget as HTMLFormElement).get('you')
    await runStep(async (deps) => {
      doing.value = 'importing'
      found.value = undefined
      const imported = await importFile(file.id, typeof name === 'string' && name !== '' ? [name] : [], deps)
      const answer = await api.get<WireSummaryCost>('/api/import/cost')
      if (answer.status === 'ok' && answer.value.requests > 0) cost.value = answer.value
      if (imported.status === 'failed') return imported.error || words.stopped
      report.value = imported.value
      if (imported.value.added > 0) done()
      return ''
    })
  }

  async function decide(model: boolean): Promise<void> {
    const answer = await api.post('/api/import/summaries', { model })
    if (answer.status !== 'ok') {
      problem.value = answer.error
      return
    }
    cost.value = undefined
    decided.value = model ? words.asked : words.kept
  }

  const percent = Math.floor(share.value * 100)
  const isRunning = running.value !== undefined
  const stopButton = isRunning && (
    <button type="button" class="quiet" onClick={() => running.value?.abort()}>
      {words.stop}
    </button>
  )
  return (
    <section
      ref={section}
      id="import"
      class={isOver.value ? 'drop-place over' : 'drop-place'}
      aria-labelledby="import-title"
      onDragOver={(dragged) => {
        dragged.preventDefault()
        isOver.value = true
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={previewDropped}
    >
      <h3 id="import-title">{words.title}</h3>
      <p class="muted">{words.about}</p>
      <form class="job-form connect-form" aria-labelledby="import-title" onSubmit={previewChosen}>
        <label for="import-file">{words.file}</label>
        <input ref={fileInput} id="import-file" type="file" multiple required />
        <div class="job-acts">
          <button type="submit" class="small" aria-disabled={isRunning}>
            {words.look}
          </button>
          {stopButton}
        </div>
      </form>
      <details>
        <summary>{words.fromRoom}</summary>
        <form class="job-form connect-form" aria-label={words.fromRoom} onSubmit={previewRoom}>
          <label for="import-room">{words.room}</label>
          <input id="import-room" name="room" maxLength={500} autocomplete="off" required />
          <div class="job-acts">
            <button type="submit" class="small" aria-disabled={isRunning}>
              {words.look}
            </button>
          </div>
        </form>
      </details>
      {found.value && (
        <form class="job-form connect-form" aria-label={words.preview} onSubmit={(event) => void startImport(event)}>
          <ImportPreview preview={found.value.preview} />
          <div class="job-acts">
            <button type="submit" class="small" aria-disabled={isRunning}>
              {words.start}
            </button>
            <button type="button" class="quiet" onClick={forget}>
              {words.leave}
            </button>
          </div>
        </form>
      )}
      {running.value && (
        <p>
          <progress class="import-progress" value={share.value} max={1} aria-labelledby="import-title" />
          <span class="muted">
            {doing.value === 'importing' && share.value === 1 ? words.settling : words[doing.value](percent)}
          </span>
        </p>
      )}
      {report.value && <p role="status">{words.done(report.value.added, report.value.known)}</p>}
      {report.value && report.value.bad > 0 && (
        <>
          <p>{words.bad(report.value.bad)}</p>
          <ul class="connection-said">
            {report.value.problems.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {cost.value && (
        <div role="group" aria-label={words.title}>
          <p>{words.cost(cost.value.requests, cost.value.tokens, cost.value.usd)}</p>
          <div class="job-acts">
            <button type="button" class="small" onClick={() => void decide(true)}>
              {words.ask}
            </button>
            <button type="button" class="quiet" onClick={() => void decide(false)}>
              {words.keep}
            </button>
          </div>
        </div>
      )}
      <p role="status">{decided.value}</p>
      <p class="bad" role="alert">
        {problem.value}
      </p>
      <p class="connection-next">
        {words.command} <code>{command}</code> <CopyButton text={command} of={words.title} />
      </p>
    </section>
  )
}
