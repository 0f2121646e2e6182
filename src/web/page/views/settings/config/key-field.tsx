import { useSignal } from '@preact/signals'
import type { SettingsKey } from '../../../wire/settings-wire.ts'
import { useWords } from '../../../words/language.ts'
import { configWords } from '../../../words/settings/config-words.ts'
import { KeyInput } from './key-input.tsx'

interface KeyFieldProps {
  id: string
  setting: SettingsKey
  problem: string
  /** Whether it was set. */
  set(text: string): Promise<boolean>
}

/** A field as the key wants it. A tick counts at once; anything else when it is set. */
export function KeyField({ id, setting, problem, set }: KeyFieldProps) {
  const words = useWords(configWords)
  /** Undefined while it shows what holds. */
  const typed = useSignal<string | undefined>(undefined)
  const { kind, value, expected } = setting
  // What a secret is nobody here knows; it is typed anew or left alone.
  const held = kind === 'secret' ? '' : String(value ?? '')
  const told = {
    id,
    'aria-describedby': `${id}-note`,
    'aria-invalid': problem !== '',
    'aria-errormessage': `${id}-problem`,
    title: expected,
  }

  if (kind === 'boolean') {
    return (
      <input
        {...told}
        type="checkbox"
        checked={value === true}
        onChange={({ currentTarget }) => {
          void set(String(currentTarget.checked)).then((isSet) => {
            if (!isSet) currentTarget.checked = value === true
          })
        }}
      />
    )
  }

  return (
    <form
      class="config-field"
      // What is wrong is said by the daemon, as for everybody.
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault()
        if (typed.value === undefined) return
        void set(typed.value).then((isSet) => {
          if (isSet) typed.value = undefined
        })
      }}
    >
      <KeyInput
        setting={setting}
        told={told}
        text={typed.value ?? held}
        empty={kind === 'secret' && value === true ? words.isSet : words.notSet}
        type={(given) => {
          typed.value = given === held ? undefined : given
        }}
      />
      {typed.value !== undefined && (
        <button type="submit" class="small" aria-description={setting.name}>
          {words.set}
        </button>
      )}
    </form>
  )
}
