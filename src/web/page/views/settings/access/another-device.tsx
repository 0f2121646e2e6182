import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Api, ApiResult } from '../../../api.ts'
import type { RemoteAccess, SignInLink } from '../../../wire/people-wire.ts'
import { useWords } from '../../../words/language.ts'
import { deviceWords } from '../../../words/settings/device-words.ts'
import { AskFirst } from '../../buttons.tsx'
import { RestartButton } from '../restart.tsx'
import { SignInCard } from './sign-in-card.tsx'

/** Opens the page to other devices, and signs them in with a QR code. */
export function AnotherDevice({ api }: { api: Pick<Api, 'get' | 'post'> }) {
  const words = useWords(deviceWords)
  const access = useSignal<RemoteAccess | undefined>(undefined)
  const made = useSignal<SignInLink | undefined>(undefined)
  const problem = useSignal('')

  const take = (answer: ApiResult<RemoteAccess>) => {
    problem.value = answer.status === 'ok' ? '' : answer.error
    if (answer.status === 'ok') access.value = answer.value
  }
  useEffect(() => void api.get<RemoteAccess>('/api/remote-access').then(take), [])

  async function showCode(): Promise<void> {
    const answer = await api.post<SignInLink>('/api/sign-ins/link', {})
    problem.value = answer.status === 'ok' ? '' : answer.error
    made.value = answer.status === 'ok' ? answer.value : undefined
  }

  const change = (wanted: Wanted) => void api.post<RemoteAccess>('/api/remote-access', wanted).then(take)
  const now = access.value
  return (
    <section aria-labelledby="device-title" aria-busy={!now && problem.value === ''}>
      <h3 id="device-title">{words.title}</h3>
      {problem.value !== '' && (
        <p class="bad" role="alert">
          {problem.value}
        </p>
      )}
      {!now && problem.value === '' && <p class="muted">{words.reading}</p>}
      {now?.address !== undefined && (
        <p class="muted">
          {words.openAt(now.address)} {now.address.startsWith('https:') ? words.encrypted : words.notEncrypted}
        </p>
      )}
      {now && !now.canChange && <p class="muted">{words.notFromHere}</p>}
      {now?.canChange && now.isWaiting && (
        <>
          <p role="status">{words.waiting(now.next)}</p>
          <div class="row-acts">
            <RestartButton api={api} />
          </div>
        </>
      )}
      {made.value && <SignInCard made={made.value} title={words.title} close={() => (made.value = undefined)} />}
      {now?.canChange && now.address !== undefined && !made.value && (
        <div class="row-acts">
          <button type="button" class="quiet" onClick={() => void showCode()}>
            {words.showCode}
          </button>
          {!now.isFromFile && now.next !== undefined && (
            <AskFirst label={words.off} sure={words.offNow} press={() => change({ to: 'off' })} />
          )}
        </div>
      )}
      {now?.canChange && now.isFromFile && <p class="settings-note muted">{words.inFile}</p>}
      {now?.canChange && now.next === undefined && !now.isWaiting && <Doors networks={now.networks} change={change} />}
    </section>
  )
}

type Wanted = { to: 'off' } | { to: 'network' | 'public'; address: string }

/** The two ways for other devices to reach the page. */
function Doors({ networks, change }: { networks: string[]; change(wanted: Wanted): void }) {
  const words = useWords(deviceWords)
  const network = useSignal(networks[0])
  const address = useSignal('')
  return (
    <>
      <p class="muted">{words.onlyHere}</p>
      <form
        class="job-form connect-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (network.value !== undefined) change({ to: 'network', address: network.value })
        }}
      >
        <h4>{words.network}</h4>
        <p class="muted">{words.networkAbout}</p>
        {network.value === undefined ? (
          <p>{words.noNetwork}</p>
        ) : (
          <>
            {networks.length > 1 && (
              <label>
                {words.networkChoice}
                <select value={network.value} onChange={({ currentTarget }) => (network.value = currentTarget.value)}>
                  {networks.map((each) => (
                    <option key={each}>{each}</option>
                  ))}
                </select>
              </label>
            )}
            <div class="job-acts">
              <button type="submit" class="small">
                {words.networkOn}
              </button>
            </div>
          </>
        )}
      </form>
      <form
        class="job-form connect-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (address.value.trim() !== '') change({ to: 'public', address: address.value.trim() })
        }}
      >
        <h4>{words.public}</h4>
        <p class="muted">{words.publicAbout}</p>
        <label>
          {words.publicAddress}
          <input
            type="text"
            inputMode="url"
            autocomplete="off"
            spellcheck={false}
            placeholder={words.publicHint}
            value={address.value}
            onInput={({ currentTarget }) => (address.value = currentTarget.value)}
          />
        </label>
        <div class="job-acts">
          <button type="submit" class="small">
            {words.publicOn}
          </button>
        </div>
      </form>
    </>
  )
}
