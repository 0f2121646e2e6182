import { useSignal } from '@preact/signals'
import type { Api, ApiResult } from '../../api.ts'
import { usePolled, withResult } from '../../polled-data.ts'
import { dateOf } from '../../text/format.ts'
import type { SignedIn, SignIns } from '../../wire/people-wire.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { signInWords } from '../../words/settings/people-words.ts'
import { AskFirst } from '../buttons.tsx'

const againMs = 15_000

/** Signed-in browsers. Others can be signed out here. */
export function SignInList({ api: { get, post } }: { api: Pick<Api, 'get' | 'post'> }) {
  const words = useWords(signInWords)
  const changes = useSignal(0)
  const polled = usePolled(() => get<SignIns>('/api/sign-ins'), changes, againMs)
  const { value, problem } = polled.value
  const end = async (which: string) => {
    const answer: ApiResult<SignIns> = await post(`/api/sign-ins/${which}`, {})
    polled.value = withResult(polled.peek(), answer)
  }
  const otherSignIns = value?.signIns.filter(({ isThis, canEnd }) => !isThis && canEnd) ?? []
  return (
    <section aria-labelledby="sign-ins-title" aria-busy={!value && problem === undefined}>
      <h3 id="sign-ins-title">{words.title}</h3>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {!value && problem === undefined && <p class="muted">{words.reading}</p>}
      <ul class="rows">
        {value?.signIns.map((signIn) => (
          <Row key={signIn.id} signedIn={signIn} end={() => void end(`${encodeURIComponent(signIn.id)}/end`)} />
        ))}
      </ul>
      {otherSignIns.length > 0 && (
        <div class="row-acts">
          <AskFirst label={words.endOthers} sure={words.endOthersNow} press={() => void end('end-others')} />
        </div>
      )}
      {otherSignIns.length > 0 && <p class="settings-note muted">{words.others}</p>}
    </section>
  )
}

function Row({
  signedIn: { browser, system, place, since, usedAt, isThis, canEnd },
  end,
}: {
  signedIn: SignedIn
  end(): void
}) {
  const words = useWords(signInWords)
  const locale = useLocale()
  return (
    <li class="row-item">
      <div class="job-head">
        <span class="row-title">{words.browser(browser, system)}</span>
        {isThis && <span class="badge">{words.isThis}</span>}
      </div>
      <div class="muted">{`${words.place[place]}, ${words.since(dateOf(since, locale), dateOf(usedAt, locale))}`}</div>
      {!isThis && canEnd && (
        <div class="row-acts">
          <AskFirst label={words.end} sure={words.endNow(dateOf(since, locale))} press={end} />
        </div>
      )}
    </li>
  )
}
