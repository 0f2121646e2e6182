import { useSignal } from '@preact/signals'
import { type FactKind, factKinds, factReference } from '../../../../domain/fact.ts'
import { hrefOf } from '../../address.ts'
import type { Api } from '../../api.ts'
import { dateOf } from '../../text/format.ts'
import type { FactDetail, WireFact } from '../../wire/memory-wire.ts'
import { commonWords } from '../../words/common-words.ts'
import { factWords } from '../../words/fact-words.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { onEscape } from '../buttons.tsx'

interface FactCardProps {
  fact: WireFact
  api: Pick<Api, 'get'>
  /** Changes the fact and loads the list again. Resolves with false if that was refused. */
  act(verb: 'edit' | 'undo' | 'forget', body?: object): Promise<boolean>
  startMerge(): void
  /** While another fact waits for the one that it replaces. */
  merge: { keptId: number; isPossible: boolean; press(): void } | undefined
}

/** A fact with its source and what can be done with it. */
export function FactCard({ fact, api, act, startMerge, merge }: FactCardProps) {
  const words = useWords(factWords)
  const locale = useLocale()
  const mode = useSignal<'shown' | 'edited' | 'forgotten'>('shown')
  const { id, statement, canUndo } = fact
  const reference = factReference(id)
  const about = words.factOf(reference)
  const button = (label: string, press: () => void, description = about) => (
    <button type="button" class="quiet" aria-description={description} onClick={press}>
      {label}
    </button>
  )
  const close = () => (mode.value = 'shown')
  const isCurrent = fact.replacedBy === undefined
  return (
    <li class="row-item fact" aria-label={about}>
      {mode.value === 'edited' ? (
        <EditForm
          fact={fact}
          save={async (edited) => {
            if (await act('edit', edited)) close()
          }}
          cancel={close}
        />
      ) : (
        <p class={isCurrent ? 'fact-statement' : 'fact-statement fact-past'} dir="auto">
          {statement}
        </p>
      )}
      <p class="muted">{[reference, ...notesOf(fact, words, locale)].join(' · ')}</p>
      {mode.value === 'forgotten' && (
        <ForgetQuestion fact={fact} api={api} forget={(messages) => void act('forget', { messages })} cancel={close} />
      )}
      {mode.value === 'shown' && !merge && (
        <div class="row-acts">
          {isCurrent && button(words.edit, () => (mode.value = 'edited'))}
          {isCurrent && canUndo && button(words.undo, () => void act('undo'), `${words.undoes}, ${about}`)}
          {isCurrent && button(words.merge, startMerge)}
          {button(words.forget, () => (mode.value = 'forgotten'))}
        </div>
      )}
      {merge?.isPossible && (
        <div class="row-acts">{button(words.mergeInto(factReference(merge.keptId)), merge.press)}</div>
      )}
      <Source id={id} api={api} />
    </li>
  )
}

function notesOf(fact: WireFact, words: (typeof factWords)['en'], locale: string): string[] {
  const { kind, about, toldBy, at, scope, chatTitle = '', count, validUntil, replacedBy, writtenBy, shownCount } = fact
  const dayOf = (ms: number) => new Date(ms).toLocaleDateString(locale, { dateStyle: 'medium' })
  return [
    words.kind[kind],
    ...(about === undefined || about === toldBy ? [] : [words.aboutPerson(about)]),
    words.toldBy(toldBy, dateOf(at, locale)),
    scope === 'room' ? words.in(chatTitle) : words[scope],
    words.writer[writtenBy],
    ...(count > 1 ? [words.times(count)] : []),
    // It ends with a day, and the midnight after it is stored.
    ...(validUntil === undefined ? [] : [words.until(dayOf(validUntil - 1))]),
    ...(replacedBy === undefined ? [] : [words.replacedBy(factReference(replacedBy))]),
    words.shown(shownCount),
  ]
}

interface EditFormProps {
  fact: WireFact
  save(edited: { statement: string; kind: FactKind }): Promise<void>
  cancel(): void
}

function EditForm({ fact, save, cancel }: EditFormProps) {
  const words = useWords(factWords)
  const common = useWords(commonWords)
  const statement = useSignal(fact.statement)
  const kind = useSignal(fact.kind)
  return (
    <form
      class="correct-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save({ statement: statement.value, kind: kind.value })
      }}
      onKeyDown={onEscape(cancel)}
    >
      <textarea
        aria-label={words.statement}
        rows={3}
        maxLength={500}
        dir="auto"
        value={statement.value}
        ref={(box) => box?.focus()}
        onInput={({ currentTarget }) => (statement.value = currentTarget.value)}
      />
      <label class="fact-kind">
        {words.kindFilter}
        <select value={kind.value} onChange={({ currentTarget }) => (kind.value = currentTarget.value as FactKind)}>
          <KindOptions />
        </select>
      </label>
      <div class="row-acts">
        <button type="submit" class="quiet" disabled={statement.value.trim() === ''}>
          {common.save}
        </button>
        <button type="button" class="quiet" onClick={cancel}>
          {common.cancel}
        </button>
      </div>
    </form>
  )
}

interface ForgetQuestionProps {
  fact: WireFact
  api: Pick<Api, 'get'>
  /** With the messages that go too. */
  forget(messages: number[] | undefined): void
  cancel(): void
}

/** Says exactly what goes, and what stays. */
function ForgetQuestion({ fact, api, forget, cancel }: ForgetQuestionProps) {
  const words = useWords(factWords)
  const common = useWords(commonWords)
  const locale = useLocale()
  const detail = useDetail(fact.id, api)
  const isWithMessages = useSignal(false)
  const { older = [], withMessages } = detail.found.value ?? {}
  const messages = withMessages?.messages ?? []
  const goes = isWithMessages.value ? (withMessages?.facts ?? []) : [fact, ...older]
  return (
    <div class="fact-forget" role="group" aria-label={words.forgetWhat} onKeyDown={onEscape(cancel)}>
      <p>{words.forgetWhat}</p>
      <ul>
        {goes.map(({ id, statement }) => (
          <li key={id} dir="auto">{`${factReference(id)} ${statement}`}</li>
        ))}
        {isWithMessages.value &&
          messages.map(({ line, name, at, text }) => (
            <li key={line} dir="auto">{`${name}, ${dateOf(at, locale)}: ${text}`}</li>
          ))}
      </ul>
      {messages.length > 0 && (
        <label>
          <input
            type="checkbox"
            checked={isWithMessages.value}
            onChange={({ currentTarget }) => (isWithMessages.value = currentTarget.checked)}
          />
          {words.forgetMessages(messages.length)}
        </label>
      )}
      {isWithMessages.value && <p class="muted">{words.forgetAnswers}</p>}
      {detail.problem.value && <p role="alert">{detail.problem.value}</p>}
      <div class="row-acts">
        <button
          type="button"
          class="small"
          disabled={!detail.found.value}
          onClick={() => forget(isWithMessages.value ? messages.map(({ line }) => line) : undefined)}
        >
          {words.forgetSure}
        </button>
        <button
          type="button"
          class="quiet"
          ref={(first) => {
            if (!detail.found.value) first?.focus()
            void detail.read()
          }}
          onClick={cancel}
        >
          {common.cancel}
        </button>
      </div>
    </div>
  )
}

/** The kinds of facts, for a list to choose from. */
export function KindOptions() {
  const words = useWords(factWords)
  return (
    <>
      {factKinds.map((kind) => (
        <option key={kind} value={kind}>
          {words.kind[kind]}
        </option>
      ))}
    </>
  )
}

/** The message it comes from, with a link, and older versions; loaded when unfolded. */
function Source({ id, api }: { id: number; api: Pick<Api, 'get'> }) {
  const words = useWords(factWords)
  const locale = useLocale()
  const { found, problem, read } = useDetail(id, api)
  const { source, older = [] } = found.value ?? {}
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && void read()}>
      <summary aria-description={words.factOf(factReference(id))}>{words.source}</summary>
      {problem.value && <p role="alert">{problem.value}</p>}
      {found.value && !source && <p class="muted">{words.noSource}</p>}
      {source && (
        <div class="source-lines">
          <a class="muted" href={hrefOf({ chat: source.chat, line: source.line })}>
            {`${source.name}, ${dateOf(source.at, locale)}`}
          </a>
          <p class="summary-source" dir="auto">
            {source.text}
          </p>
        </div>
      )}
      {older.length > 0 && (
        <>
          <p class="muted">{words.before}</p>
          <ul>
            {older.map((version) => (
              <li key={version.id} dir="auto">{`${factReference(version.id)} ${version.statement}`}</li>
            ))}
          </ul>
        </>
      )}
    </details>
  )
}

function useDetail(id: number, api: Pick<Api, 'get'>) {
  const found = useSignal<FactDetail | undefined>(undefined)
  const problem = useSignal<string | undefined>(undefined)
  const isAsked = useSignal(false)
  const read = async () => {
    if (isAsked.peek()) return
    isAsked.value = true
    const answer = await api.get<FactDetail>(`/api/facts/${id}`)
    problem.value = answer.status === 'ok' ? undefined : answer.error
    if (answer.status === 'ok') found.value = answer.value
    else isAsked.value = false
  }
  return { found, problem, read }
}
