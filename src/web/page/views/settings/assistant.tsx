import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { hrefOf } from '../../address.ts'
import type { Api } from '../../api.ts'
import type { ProfileList } from '../../wire/profile-wire.ts'
import type { SettingsForm, SettingsKey } from '../../wire/settings-wire.ts'
import { commonWords } from '../../words/common-words.ts'
import { useWords } from '../../words/language.ts'
import { assistantWords } from '../../words/settings/settings-words.ts'

const fields = ['name', 'persona'] as const

/** The name and the persona of the assistant. The next message is answered with them. */
export function Assistant({ api }: { api: Pick<Api, 'get' | 'post'> }) {
  const words = useWords(assistantWords)
  const common = useWords(commonWords)
  const saved = useSignal<Record<string, string> | undefined>(undefined)
  const typed = useSignal<Record<string, string>>({})
  const hasProfile = useSignal(false)
  const isSaved = useSignal(false)
  const problem = useSignal('')

  useEffect(() => {
    void api.get<SettingsForm>('/api/settings').then((answer) => {
      if (answer.status === 'ok') saved.value = assistantValues(answer.value)
      else problem.value = answer.error
    })
    void api.get<ProfileList>('/api/profiles').then((answer) => {
      hasProfile.value =
        answer.status === 'ok' && answer.value.files.some((file) => file.of === 'assistant' && !file.isEmpty)
    })
  }, [])

  async function save(submitted: Event): Promise<void> {
    submitted.preventDefault()
    problem.value = ''
    const changed = fields.filter((field) => value(field) !== saved.value?.[field])
    for (const field of changed) {
      const text = value(field)
      const path = `/api/settings/assistant.${field}`
      // An empty text means the default.
      const answer = await (text.trim() === ''
        ? api.post<SettingsKey>(`${path}/reset`, {})
        : api.post<SettingsKey>(path, { value: text }))
      if (answer.status !== 'ok') {
        problem.value = answer.error
        return
      }
      saved.value = { ...saved.value, [field]: textOf(answer.value) }
    }
    typed.value = {}
    isSaved.value = true
  }

  const value = (field: string) => typed.value[field] ?? saved.value?.[field] ?? ''
  if (!saved.value) return <p class="muted">{problem.value || common.reading}</p>
  const type = (field: string) => (event: { currentTarget: { value: string } }) => {
    isSaved.value = false
    typed.value = { ...typed.value, [field]: event.currentTarget.value }
  }
  const isChanged = fields.some((field) => value(field) !== saved.value?.[field])
  return (
    <section aria-labelledby="assistant-title">
      <h3 id="assistant-title">{words.title}</h3>
      <form class="assistant-form" onSubmit={(submitted) => void save(submitted)}>
        <label for="assistant-name">{words.name}</label>
        <input
          id="assistant-name"
          type="text"
          autocomplete="off"
          maxLength={200}
          value={value('name')}
          onInput={type('name')}
        />
        <label for="assistant-persona">{words.persona}</label>
        <textarea
          id="assistant-persona"
          rows={4}
          dir="auto"
          maxLength={4000}
          aria-describedby="assistant-about"
          value={value('persona')}
          onInput={type('persona')}
        />
        <p id="assistant-about" class="settings-note muted">
          {words.about}
        </p>
        {hasProfile.value && (
          <p class="settings-note">
            {words.profile} <a href={hrefOf({ view: 'memory' })}>{words.openProfile}</a>
          </p>
        )}
        <p class="settings-note bad" role="alert">
          {problem.value}
        </p>
        <div class="notify">
          <button type="submit" class="small" disabled={!isChanged}>
            {common.save}
          </button>
          <span class="settings-note" role="status">
            {isSaved.value && words.saved}
          </span>
        </div>
      </form>
    </section>
  )
}

function assistantValues({ sections }: SettingsForm): Record<string, string> {
  const keys = sections.flatMap(({ groups }) => groups.flatMap((group) => group.keys))
  return Object.fromEntries(
    fields.map((field) => {
      const key = keys.find(({ name }) => name === `assistant.${field}`)
      return [field, key ? textOf(key) : '']
    }),
  )
}

function textOf({ value }: SettingsKey): string {
  return typeof value === 'string' ? value : ''
}
