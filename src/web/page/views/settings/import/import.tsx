import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Api } from '../../../api.ts'
import { CopyButton } from '../../../text/text-controls.tsx'
import type { WireImport, WireSummaryCost } from '../../../wire/settings-wire.ts'
import { useWords } from '../../../words/language.ts'
import { importWords } from '../../../words/settings/import-words.ts'
import { importFile } from './import-file.ts'

const command = 'npx skein import past.jsonl'

export interface ImportProps {
  api: Pick<Api, 'get' | 'post'>
  /** The address names this section. */
  isWanted: boolean
  /** A file was imported completely. */
  done(): void
}

/** Imports old chats from a file and shows the progress. */
export function Import({ api, isWanted, done }: ImportProps) {
  const words = useWords(importWords)
  const section = useRef<HTMLElement>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const called = useRef<HTMLInputElement>(null)
  const running = useSignal<AbortController | undefined>(undefined)
  const share = useSignal(0)
  const report = useSignal<WireImport | undefined>(undefined)
  const problem = useSignal('')
  const cost = useSignal<WireSummaryCost | undefined>(undefined)
  const decided = useSignal('')
  useEffect(() => {
    if (isWanted) section.current?.scrollIntoView({ block: 'start' })
    // Leaving the view cancels the import, because nobody would see the result.
    return () => running.peek()?.abort()
  }, [])

  async function start(submitted: Event): Promise<void> {
    submitted.preventDefault()
    const file = fileInput.current?.files?.[0]
    if (!file || running.value) return
    const stop = new AbortController()
    running.value = stop
    share.value = 0
    report.value = undefined
    problem.value = ''
    cost.value = undefined
    decided.value = ''
    const name = called.current?.value.trim() ?? ''
    try {
      const progress = (part: number) => (share.value = part)
      const deps = { api, ownersNames: name === '' ? [] : [name], progress, signal: stop.signal }
      const imported = await importFile(file, deps)
      report.value = imported.value
      const answer = await api.get<WireSummaryCost>('/api/import/cost')
      if (answer.status === 'ok' && answer.value.requests > 0) cost.value = answer.value
      if (imported.status === 'failed') problem.value = imported.error
      else if (imported.value.added > 0) done()
    } catch {
      problem.value = words.stopped
    } finally {
      running.value = undefined
    }
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
  return (
    <section ref={section} id="import" aria-labelledby="import-title">
      <h2 id="import-title">{words.title}</h2>
      <p class="muted">{words.about}</p>
      <form class="job-form connect-form" aria-labelledby="import-title" onSubmit={(event) => void start(event)}>
        <label for="import-file">{words.file}</label>
        <input ref={fileInput} id="import-file" type="file" required accept=".jsonl,.json,.ndjson,.txt" />
        <label for="import-name">{words.name}</label>
        <input ref={called} id="import-name" type="text" maxLength={500} autocomplete="off" />
        <div class="job-acts">
          <button type="submit" class="small" aria-disabled={running.value !== undefined}>
            {words.start}
          </button>
          {running.value && (
            <button type="button" class="quiet" onClick={() => running.value?.abort()}>
              {words.stop}
            </button>
          )}
        </div>
      </form>
      {running.value && (
        <p>
          <progress class="import-progress" value={share.value} max={1} aria-labelledby="import-title" />
          <span class="muted">{share.value < 1 ? words.far(percent) : words.settling}</span>
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
