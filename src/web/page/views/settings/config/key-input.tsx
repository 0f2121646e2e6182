import type { SettingsKey } from '../../../wire/settings-wire.ts'
import { useWords } from '../../../words/language.ts'
import { configWords } from '../../../words/settings/config-words.ts'

interface KeyInputProps {
  setting: Pick<SettingsKey, 'kind' | 'choices' | 'min' | 'max' | 'isWhole' | 'isLong'>
  /** Whatever else the element is told: its id, its problem. */
  told: Record<string, unknown>
  text: string
  /** What is shown while it is empty. */
  empty: string
  /** Whether nothing can be chosen again. */
  canBeEmpty?: boolean
  type(text: string): void
}

/** What a value is typed or chosen in, as the key wants it. */
export function KeyInput({ setting, told, text, empty, canBeEmpty = false, type }: KeyInputProps) {
  const words = useWords(configWords)
  const { kind, choices = [], min, max, isWhole, isLong } = setting
  const typing = (event: { currentTarget: { value: string } }) => type(event.currentTarget.value)
  const shared = { ...told, value: text, placeholder: empty, autocomplete: 'off', onInput: typing }
  if (kind === 'choice' || kind === 'boolean') {
    const all = kind === 'boolean' ? ['true', 'false'] : choices
    return (
      <select {...told} value={text} onChange={typing}>
        {(canBeEmpty || !all.includes(text)) && <option value="">{empty}</option>}
        {all.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    )
  }
  if (kind === 'list' || isLong || text.includes('\n')) {
    const rows = Math.min(8, Math.max(2, text.split('\n').length))
    return (
      <textarea
        {...shared}
        rows={rows}
        spellcheck={kind !== 'list'}
        placeholder={kind === 'list' ? `${empty} (${words.oneALine})` : empty}
      />
    )
  }
  if (kind === 'number') return <input {...shared} type="number" min={min} max={max} step={isWhole ? 1 : 'any'} />
  if (kind === 'secret') return <input {...shared} type="password" autocomplete="new-password" />
  return <input {...shared} type="text" spellcheck={false} autocapitalize="none" />
}
