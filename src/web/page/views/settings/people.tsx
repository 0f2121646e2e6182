import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { Api, ApiResult } from '../../api.ts'
import { usePolled, withResult } from '../../polled-data.ts'
import { dateOf } from '../../text/format.ts'
import type { AccessRequest, Pairing, People, SignInLink } from '../../wire/people-wire.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { peopleWords } from '../../words/settings/people-words.ts'
import { AskFirst } from '../buttons.tsx'
import { PairingCard } from './access/pairing-card.tsx'
import { peopleCalls } from './access/people-calls.ts'
import { PersonRow } from './access/person-row.tsx'
import { SignInCard } from './access/sign-in-card.tsx'

/** Shows soon when somebody has used a code. */
const againMs = 5000

/** Who has access, and from which accounts. Access can be granted and removed. */
export function PeopleList({ api }: { api: Pick<Api, 'get' | 'post'> }) {
  const words = useWords(peopleWords)
  const calls = useMemo(() => peopleCalls(api), [api])
  const changes = useSignal(0)
  const polled = usePolled(calls.read, changes, againMs)
  const outcome = useSignal({ text: '', isBad: false })
  const pairing = useSignal<Pairing | undefined>(undefined)
  const invitation = useSignal<(SignInLink & { name: string }) | undefined>(undefined)
  const { value, problem } = polled.value

  async function change(made: Promise<ApiResult<People>>): Promise<void> {
    const answer = await made
    const isOk = answer.status === 'ok'
    outcome.value = { text: isOk ? (answer.value.said ?? '') : answer.error, isBad: !isOk }
    polled.value = withResult(polled.peek(), answer)
  }

  /** Only one card is shown at a time. */
  async function make<T>(asked: Promise<ApiResult<T>>, show: (made: T) => void): Promise<void> {
    const answer = await asked
    pairing.value = undefined
    invitation.value = undefined
    outcome.value = { text: answer.status === 'ok' ? '' : answer.error, isBad: true }
    if (answer.status === 'ok') show(answer.value)
    changes.value++
  }

  const invite = (guest: { person: number } | { name: string }) =>
    void make(calls.invite(guest), (made) => (invitation.value = made))
  const pair = (role: Pairing['role']) => void make(calls.pair(role), (made) => (pairing.value = made))

  return (
    <section aria-labelledby="people-title" aria-busy={!value && problem === undefined}>
      <h3 id="people-title">{words.title}</h3>
      <p class={outcome.value.isBad ? 'settings-note bad' : 'settings-note'} role="status">
        {outcome.value.text || problem}
      </p>
      {!value && problem === undefined && <p class="muted">{words.reading}</p>}
      {value && value.requests.length > 0 && (
        <Requests
          requests={value.requests}
          decide={(decision, request) => void change(calls.decide(decision, request))}
        />
      )}
      <ul class="rows">
        {value?.people.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            // An account of the owner belongs to nobody else.
            others={person.role === 'owner' ? [] : (value?.people.filter((other) => other.id !== person.id) ?? [])}
            calls={calls}
            change={(made) => void change(made)}
            {...(value?.hasPublicAddress && person.role !== 'owner' && { invite: () => invite({ person: person.id }) })}
          />
        ))}
      </ul>
      {pairing.value && <PairingCard pairing={pairing.value} close={() => (pairing.value = undefined)} />}
      {invitation.value && (
        <SignInCard
          made={invitation.value}
          title={words.linkFor(invitation.value.name)}
          name={invitation.value.name}
          close={() => (invitation.value = undefined)}
        />
      )}
      {value && !pairing.value && !invitation.value && (
        <>
          <div class="row-acts">
            {value.channels.length > 0 && (
              <button type="button" class="quiet" onClick={() => pair('member')}>
                {words.letIn}
              </button>
            )}
            {value.channels.length > 0 && value.canAddOwn && (
              <button type="button" class="quiet" onClick={() => pair('owner')}>
                {words.letMeIn}
              </button>
            )}
          </div>
          {value.hasPublicAddress ? (
            <NewOnPage invite={(name) => invite({ name })} />
          ) : (
            <p class="settings-note muted">{words.needsAddress}</p>
          )}
        </>
      )}
    </section>
  )
}

interface RequestsProps {
  requests: AccessRequest[]
  decide(decision: 'allow' | 'refuse', request: AccessRequest): void
}

/** People who wrote and were refused. */
function Requests({ requests, decide }: RequestsProps) {
  const words = useWords(peopleWords)
  const locale = useLocale()
  return (
    <div role="group" aria-labelledby="requests-title">
      <h4 id="requests-title">{words.requests}</h4>
      <p class="settings-note muted">{words.aboutRequests}</p>
      <ul class="rows">
        {requests.map((request) => {
          const { channel, id, name, at } = request
          return (
            <li key={`${channel}:${id}`} class="row-item">
              <div class="row-title" dir="auto">
                {name}
              </div>
              <div class="muted">{words.wrote(`${channel}:${id}`, dateOf(at, locale))}</div>
              <div class="row-acts">
                <AskFirst label={words.allow} sure={words.allowNow(name)} press={() => decide('allow', request)} />
                <button type="button" class="quiet" aria-description={name} onClick={() => decide('refuse', request)}>
                  {words.refuse}
                </button>
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Somebody who uses no channel but this page. */
function NewOnPage({ invite }: { invite(name: string): void }) {
  const words = useWords(peopleWords)
  const name = useSignal('')
  return (
    <form
      class="job-form connect-form"
      aria-label={words.letOntoPage}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.value.trim() === '') return
        invite(name.value.trim())
        name.value = ''
      }}
    >
      <h4>{words.letOntoPage}</h4>
      <p class="muted">{words.aboutPage}</p>
      <label>
        {words.nameOfNew}
        <input
          type="text"
          maxLength={60}
          autocomplete="off"
          dir="auto"
          value={name.value}
          onInput={({ currentTarget }) => (name.value = currentTarget.value)}
        />
      </label>
      <div class="job-acts">
        <button type="submit" class="small">
          {words.makeLink}
        </button>
      </div>
    </form>
  )
}
