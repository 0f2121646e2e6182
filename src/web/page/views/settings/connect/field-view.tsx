import type { ConnectionName } from '../../../wire/connect-wire.ts'
import { useWords } from '../../../words/language.ts'
import { connectWords } from '../../../words/settings/connect-words.ts'
import type { Field } from './fields.ts'

export function FieldView({ connection, field }: { connection: ConnectionName; field: Field }) {
  const words = useWords(connectWords)
  const { key, kind, isNeeded, such } = field
  const id = `${connection}-${key}`
  const named = `${connection}.${key}`
  if (kind === 'on' || kind === 'off')
    return (
      <label class="check" for={id}>
        <input id={id} type="checkbox" name={key} value="yes" defaultChecked={kind === 'on'} />
        <span>{words.checks[named]}</span>
      </label>
    )
  const label = words.labels[named] ?? key
  const shared = {
    id,
    name: key,
    required: isNeeded,
    maxLength: 2000,
    placeholder: such && words.such(such),
    spellcheck: false,
  }
  return (
    <>
      <label for={id}>{isNeeded ? label : words.optional(label)}</label>
      {kind === 'secret' ? (
        <input {...shared} type="password" autocomplete="new-password" />
      ) : (
        <input {...shared} type="text" autocomplete="off" autocapitalize="none" />
      )}
    </>
  )
}
