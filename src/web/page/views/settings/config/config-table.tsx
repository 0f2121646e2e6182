import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { ApiResult } from '../../../api.ts'
import type { SettingsEntry, SettingsTable } from '../../../wire/settings-wire.ts'
import { useText, useWords } from '../../../words/language.ts'
import { configWords, tableWords } from '../../../words/settings/config-words.ts'
import { AskFirst } from '../../buttons.tsx'
import { type ConfigCalls, KeyRow } from './config-key.tsx'
import { NewEntry } from './new-entry.tsx'

export interface TableProps {
  table: SettingsTable
  canChange: boolean
  calls: ConfigCalls
  /** Something was changed, so the form must be reloaded. */
  changed(): void
}

/** A table with named entries: lists them and adds new ones. */
export function ConfigTable({ table, canChange, calls, changed }: TableProps) {
  const words = useWords(tableWords)
  const isAdding = useSignal(false)
  const wasAdding = useRef(false)
  const adder = useRef<HTMLButtonElement>(null)
  // Returns the focus to the button.
  useLayoutEffect(() => {
    if (!isAdding.value && wasAdding.current) adder.current?.focus()
    wasAdding.current = isAdding.value
  }, [isAdding.value])

  const { name, entries } = table
  const note = useText()(table.note)
  return (
    <div class="config-table">
      {note !== '' && <p class="config-note">{note}</p>}
      {entries.length === 0 && <p class="muted settings-note">{words.none}</p>}
      {entries.map((entry) => (
        <TableEntry key={entry.name} {...{ entry, canChange, calls, changed }} />
      ))}
      {canChange && !isAdding.value && (
        <button ref={adder} type="button" class="quiet" aria-description={name} onClick={() => (isAdding.value = true)}>
          {words.add}
        </button>
      )}
      {isAdding.value && (
        <NewEntry
          table={table}
          calls={calls}
          close={() => (isAdding.value = false)}
          added={() => {
            isAdding.value = false
            changed()
          }}
        />
      )}
    </div>
  )
}

type EntryProps = Omit<TableProps, 'table'> & { entry: SettingsEntry }

/** One entry: its keys, its lists, and a button to remove it. */
function TableEntry({ entry, canChange, calls, changed }: EntryProps) {
  const words = useWords(tableWords)
  const { appliesAfterRestart } = useWords(configWords)
  const problem = useSignal('')
  const { title, name, isInFile, isLeftOut, isWaiting, keys, tables } = entry
  const notes = [
    isLeftOut ? words.removedHere : isInFile ? words.inFile : words.addedHere,
    ...(isWaiting ? [appliesAfterRestart] : []),
  ]

  async function ask(request: Promise<ApiResult<object>>): Promise<void> {
    const answer = await request
    problem.value = answer.status === 'ok' ? '' : answer.error
    if (answer.status === 'ok') changed()
  }

  return (
    <details class="config-entry">
      <summary>
        <span class="config-name" dir="auto">
          {title}
        </span>
        <span class="muted">{notes.join(' · ')}</span>
      </summary>
      {!isLeftOut &&
        keys.map((key) => (
          <KeyRow
            key={key.name}
            setting={key}
            label={key.name.slice(name.length + 1)}
            calls={calls}
            changed={changed}
          />
        ))}
      {!isLeftOut &&
        tables.map((table) => (
          <fieldset key={table.name} class="config-list">
            <legend>
              <code>{table.name.slice(name.length + 1)}</code>
            </legend>
            <ConfigTable {...{ table, canChange, calls, changed }} />
          </fieldset>
        ))}
      {canChange && (
        <div class="row-acts">
          {isLeftOut ? (
            <button type="button" class="quiet" aria-description={name} onClick={() => void ask(calls.restore(name))}>
              {words.restore}
            </button>
          ) : (
            <AskFirst label={words.remove} sure={words.removeNow(name)} press={() => void ask(calls.remove(name))} />
          )}
        </div>
      )}
      <p class="config-problem bad" role="alert">
        {problem.value}
      </p>
    </details>
  )
}
