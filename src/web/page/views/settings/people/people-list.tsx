import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { Answer, Api } from '../../../api.ts'
import { taken, useRead } from '../../../use-read.ts'
import type { ListedAddress, ListedPerson, Pairing, People } from '../../../wire/people-wire.ts'
import { useWords } from '../../../words/language.ts'
import { peopleWords } from '../../../words/settings/people-words.ts'
import { AskFirst } from '../ask-first.tsx'
import { PairingCard } from './pairing-card.tsx'

/** Whoever brings a code is seen soon. */
const againMs = 5000

/** Who is let in and from where; one is taken out here, and another let in. */
export function PeopleList({ api }: { api: Pick<Api, 'get' | 'post'> }) {
  const words = useWords(peopleWords)
  const calls = useMemo(() => peopleCalls(api), [api])
  const changes = useSignal(0)
  const known = useRead(calls.read, changes, againMs)
  const said = useSignal({ text: '', isBad: false })
  const pairing = useSignal<Pairing | undefined>(undefined)
  const { value, problem } = known.value

  async function dismiss(at: ListedAddress): Promise<void> {
    const answer: Answer<People> = await calls.dismiss(at)
    const isOk = answer.status === 'ok'
    said.value = { text: isOk ? (answer.value.said ?? '') : answer.error, isBad: !isOk }
    known.value = taken(known.peek(), answer)
  }

  async function pair(role: Pairing['role']): Promise<void> {
    const answer = await calls.pair(role)
    pairing.value = answer.status === 'ok' ? answer.value : undefined
    said.value = { text: answer.status === 'ok' ? '' : answer.error, isBad: true }
  }

  return (
    <section aria-labelledby="people-title" aria-busy={!value && problem === undefined}>
      <h2 id="people-title">{words.title}</h2>
      <p class={said.value.isBad ? 'settings-note bad' : 'settings-note'} role="status">
        {said.value.text || problem}
      </p>
      {!value && problem === undefined && <p class="muted">{words.reading}</p>}
      <ul class="rows">
        {value?.people.map((person) => (
          <PersonRow key={person.id} person={person} dismiss={(at) => void dismiss(at)} />
        ))}
      </ul>
      {pairing.value ? (
        <PairingCard pairing={pairing.value} close={() => (pairing.value = undefined)} />
      ) : (
        <div class="row-acts">
          <button type="button" class="quiet" onClick={() => void pair('member')}>
            {words.letIn}
          </button>
          {value?.canAddOwn && (
            <button type="button" class="quiet" onClick={() => void pair('owner')}>
              {words.letMeIn}
            </button>
          )}
        </div>
      )}
    </section>
  )
}

function PersonRow({ person, dismiss }: { person: ListedPerson; dismiss(at: ListedAddress): void }) {
  const words = useWords(peopleWords)
  const { name, role, addresses } = person
  return (
    <li class="row-item">
      <div class="job-head">
        <span class="row-title" dir="auto">
          {name}
        </span>
        <span class="badge">{words.role[role]}</span>
      </div>
      {addresses.map((at) => {
        const address = `${at.channel}:${at.id}`
        return (
          <div key={address} class="person-address">
            <code>{address}</code>
            {at.stays === undefined ? (
              <AskFirst label={words.takeOut} sure={words.takeOutNow(address)} press={() => dismiss(at)} />
            ) : (
              <span class="muted">{at.stays}</span>
            )}
          </div>
        )
      })}
    </li>
  )
}

interface PeopleCalls {
  read(): Promise<Answer<People>>
  pair(role: Pairing['role']): Promise<Answer<Pairing>>
  /** Resolves with who is left. */
  dismiss(at: Pick<ListedAddress, 'channel' | 'id'>): Promise<Answer<People>>
}

function peopleCalls({ get, post }: Pick<Api, 'get' | 'post'>): PeopleCalls {
  return {
    read: () => get('/api/people'),
    pair: (role) => post('/api/people/pair', { role }),
    dismiss: ({ channel, id }) => post('/api/people/dismiss', { channel, id }),
  }
}
