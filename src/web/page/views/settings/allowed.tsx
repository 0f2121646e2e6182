import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { hrefOf } from '../../address.ts'
import type { Api, ApiResult } from '../../api.ts'
import { Blocks } from '../../text/blocks.tsx'
import { dateOf } from '../../text/format.ts'
import type * as wire from '../../wire/settings-wire.ts'
import { commonWords } from '../../words/common-words.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { peopleWords } from '../../words/settings/people-words.ts'
import { allowedWords } from '../../words/settings/settings-words.ts'

/** Permissions that need no question. Those granted with "always" can be revoked. */
export function AllowedSettings({ api }: { api: Pick<Api, 'allowed' | 'takeBack'> }) {
  const words = useWords(allowedWords)
  const roles = useWords(peopleWords).role
  const { reading } = useWords(commonWords)
  const answer = useSignal<ApiResult<wire.Allowed> | undefined>(undefined)
  const showResult = (given: ApiResult<wire.Allowed>) => {
    answer.value = given
  }
  useEffect(() => void api.allowed().then(showResult), [])

  if (!answer.value) return <p class="muted">{reading}</p>
  if (answer.value.status !== 'ok') return <p role="alert">{answer.value.error}</p>
  const { given, file } = answer.value.value
  return (
    <section class="allowed" aria-labelledby="allowed-title">
      <h3 id="allowed-title">{words.title}</h3>
      <h4>{words.always}</h4>
      {given.length === 0 && <p class="muted">{words.noneAlways}</p>}
      <ul class="allowances">
        {given.map((permission) => (
          <Given
            key={permission.id}
            given={permission}
            takeBack={() => void api.takeBack(permission.id).then(showResult)}
          />
        ))}
      </ul>
      <h4>{words.byConfig}</h4>
      {[...new Set(file.map(({ key }) => key))].map((key) => (
        <section key={key}>
          <p class="muted">
            <a href={hrefOf({ view: 'settings', find: key })}>{`[${key}]`}</a>
          </p>
          {file
            .filter((said) => said.key === key)
            .map(({ role, rules }) => (
              <p key={role}>
                {`${roles[role]}: `}
                {rules.length === 0
                  ? words.nothing
                  : rules.map((rule) => (
                      <code key={rule} class="rule">
                        {rule}
                      </code>
                    ))}
              </p>
            ))}
        </section>
      ))}
    </section>
  )
}

function Given({ given, takeBack }: { given: wire.Allowed['given'][number]; takeBack: () => void }) {
  const words = useWords(allowedWords)
  const locale = useLocale()
  const isPressed = useSignal(false)
  return (
    <li>
      <div class="text">
        <Blocks blocks={given.words} />
      </div>
      <div class="muted">{`${given.name}, ${dateOf(given.at, locale)}`}</div>
      <button
        type="button"
        class="quiet"
        disabled={isPressed.value}
        onClick={() => {
          isPressed.value = true
          takeBack()
        }}
      >
        {words.takeBack}
      </button>
    </li>
  )
}
