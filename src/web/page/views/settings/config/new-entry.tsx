import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { SettingsAsked, SettingsTable } from '../../../wire/settings-wire.ts'
import { commonWords } from '../../../words/common-words.ts'
import { useText, useWords } from '../../../words/language.ts'
import { configWords, tableWords } from '../../../words/settings/config-words.ts'
import { onEscape } from '../../buttons.tsx'
import { type ConfigCalls, KeyInput } from './config-key.tsx'

interface NewEntryProps {
  table: SettingsTable
  calls: ConfigCalls
  close(): void
  added(): void
}

/** The form for a new entry. It includes the first item of each list, because some entries need one. */
export function NewEntry({ table, calls, close, added }: NewEntryProps) {
  const words = useWords(tableWords)
  const { save, cancel } = useWords(commonWords)
  const title = useSignal('')
  const typed = useSignal<Record<string, string>>({})
  const listTitles = useSignal<Record<string, string>>({})
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const form = useRef<HTMLFormElement>(null)
  const id = `new-${encodeURIComponent(table.name)}`
  // Before the next frame, because the next key may come earlier.
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [])

  /** The prefix of a list's fields: its first item, by name if it has one. */
  const within = ({ name, isNumbered }: SettingsAsked) =>
    spellKey([name, isNumbered ? '1' : (listTitles.value[name] ?? '').trim()])

  async function submit(submitted: Event): Promise<void> {
    submitted.preventDefault()
    if (isBusy.value) return
    isBusy.value = true
    const values = Object.fromEntries(
      [
        { at: '', fields: '' },
        ...table.lists.map((list) => ({ at: `${within(list)}.`, fields: `${list.name}.` })),
      ].flatMap(({ at, fields }) =>
        Object.entries(typed.value)
          .filter(([name]) => ownerOf(table, name) === fields)
          .map(([name, text]) => [at + name.slice(fields.length), text]),
      ),
    )
    const answer = await calls.add(table.name, title.value, values)
    isBusy.value = false
    if (answer.status === 'ok') added()
    else problem.value = answer.error
  }

  const fieldsOf = ({ asks }: SettingsAsked, prefix: string) =>
    asks.map((ask) => (
      <Ask
        key={ask.name}
        id={`${id}-${prefix}${ask.name}`}
        ask={ask}
        isInList={prefix !== ''}
        text={typed.value[prefix + ask.name] ?? ''}
        type={(text) => (typed.value = { ...typed.value, [prefix + ask.name]: text })}
      />
    ))

  return (
    <form
      ref={form}
      class="config-new"
      aria-label={words.newIn(table.name)}
      noValidate
      onSubmit={(submitted) => void submit(submitted)}
      onKeyDown={onEscape(close)}
    >
      {!table.isNumbered && (
        <Title id={`${id}-title`} title={title.value} empty={words.required} type={(text) => (title.value = text)} />
      )}
      {fieldsOf(table, '')}
      {table.lists.map((list) => (
        <fieldset key={list.name} class="config-list">
          <legend>
            <code>{list.name}</code>
          </legend>
          {!list.isNumbered && (
            <Title
              id={`${id}-${list.name}-title`}
              label={list.titleKey}
              empty={words.requiredInEntry}
              title={listTitles.value[list.name] ?? ''}
              type={(text) => (listTitles.value = { ...listTitles.value, [list.name]: text })}
            />
          )}
          {fieldsOf(list, `${list.name}.`)}
        </fieldset>
      ))}
      <p class="config-problem bad" role="alert">
        {problem.value}
      </p>
      <div class="job-acts">
        <button type="submit" class="small" aria-disabled={isBusy.value}>
          {save}
        </button>
        <button type="button" class="quiet" onClick={close}>
          {cancel}
        </button>
      </div>
    </form>
  )
}

/** The list that a field belongs to, as a prefix. Empty for the entry's own fields. */
function ownerOf({ lists }: SettingsTable, field: string): string {
  return lists.map(({ name }) => `${name}.`).find((prefix) => field.startsWith(prefix)) ?? ''
}

interface TypedProps {
  id: string
  text: string
  type(text: string): void
}

function Title({ id, label, title, empty, type }: TitleProps) {
  const words = useWords(tableWords)
  return (
    <div class="config-key">
      <label for={id}>{label === undefined ? words.name : <code>{label}</code>}</label>
      <div class="config-field">
        <KeyInput
          setting={{ kind: 'text' }}
          attributes={{ id, maxLength: 100 }}
          text={title}
          empty={empty}
          type={type}
        />
      </div>
    </div>
  )
}

interface TitleProps extends Omit<TypedProps, 'text'> {
  /** The key that holds the name, if it is one of the keys. */
  label?: string | undefined
  title: string
  empty: string
}

function Ask({
  id,
  ask,
  isInList,
  text,
  type,
}: TypedProps & { ask: SettingsAsked['asks'][number]; isInList: boolean }) {
  const words = useWords(tableWords)
  const { notSet, otherwise } = useWords(configWords)
  const textOf = useText()
  const hasUsual = ask.kind !== 'secret' && ask.value !== null && ask.value !== ''
  const usual = hasUsual ? otherwise('default', String(ask.value)) : notSet
  const needed = isInList ? words.requiredInEntry : words.required
  return (
    <div class="config-key">
      <label for={id}>
        <code>{ask.name}</code>
      </label>
      <div class="config-field">
        <KeyInput
          setting={ask}
          attributes={{
            id,
            'aria-describedby': `${id}-note`,
            title: textOf(ask.expected),
            required: ask.isNeeded && !isInList,
          }}
          text={text}
          empty={ask.isNeeded ? needed : usual}
          canBeEmpty
          type={type}
        />
      </div>
      <p id={`${id}-note`} class="config-note">
        {textOf(ask.note)}
      </p>
    </div>
  )
}

/** Quotes names with characters other than letters, digits and hyphens, as TOML does. */
function spellKey(path: string[]): string {
  return path.map((name) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name))).join('.')
}
