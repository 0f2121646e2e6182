import { useSignal } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Api, ApiResult } from '../../api.ts'
import { usePolled, withResult } from '../../polled-data.ts'
import { clockOf } from '../../text/format.ts'
import type { ListedAddress, ListedPerson, Pairing, People, QrCode } from '../../wire/settings-wire.ts'
import { useLocale, useWords } from '../../words/language.ts'
import { peopleWords } from '../../words/settings/settings-words.ts'
import { AskFirst } from '../buttons.tsx'

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
  const { value, problem } = polled.value

  async function change(made: Promise<ApiResult<People>>): Promise<void> {
    const answer = await made
    const isOk = answer.status === 'ok'
    outcome.value = { text: isOk ? (answer.value.said ?? '') : answer.error, isBad: !isOk }
    polled.value = withResult(polled.peek(), answer)
  }

  async function pair(role: Pairing['role']): Promise<void> {
    const answer = await calls.pair(role)
    pairing.value = answer.status === 'ok' ? answer.value : undefined
    outcome.value = { text: answer.status === 'ok' ? '' : answer.error, isBad: true }
  }

  return (
    <section aria-labelledby="people-title" aria-busy={!value && problem === undefined}>
      <h3 id="people-title">{words.title}</h3>
      <p class={outcome.value.isBad ? 'settings-note bad' : 'settings-note'} role="status">
        {outcome.value.text || problem}
      </p>
      {!value && problem === undefined && <p class="muted">{words.reading}</p>}
      <ul class="rows">
        {value?.people.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            // An account of the owner belongs to nobody else.
            others={person.role === 'owner' ? [] : (value?.people.filter((other) => other.id !== person.id) ?? [])}
            calls={calls}
            change={(made) => void change(made)}
          />
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

interface PersonRowProps {
  person: ListedPerson
  /** To whom their accounts can be linked. */
  others: ListedPerson[]
  calls: PeopleCalls
  change(made: Promise<ApiResult<People>>): void
}

function PersonRow({ person, others, calls, change }: PersonRowProps) {
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
            {at.whyKept === undefined ? (
              <AskFirst label={words.takeOut} sure={words.takeOutNow(address)} press={() => change(calls.revoke(at))} />
            ) : (
              <span class="muted">{at.whyKept}</span>
            )}
            {at.isLinked && (
              <AskFirst label={words.unlink} sure={words.unlinkNow(address)} press={() => change(calls.unlink(at))} />
            )}
            {!at.isLinked && others.length > 0 && (
              <LinkTo address={address} people={others} link={(other) => change(calls.link(at, other))} />
            )}
          </div>
        )
      })}
    </li>
  )
}

/** Chooses the person first, and then asks whether that is meant. */
function LinkTo(props: { address: string; people: ListedPerson[]; link(person: ListedPerson): void }) {
  const words = useWords(peopleWords)
  const chosen = useSignal('')
  const { address, people, link } = props
  const person = people.find(({ id }) => String(id) === chosen.value)
  return (
    <>
      <select
        aria-label={words.linkTo(address)}
        value={chosen.value}
        onChange={({ currentTarget }) => (chosen.value = currentTarget.value)}
      >
        <option value="">{words.linkHint}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {person && <AskFirst label={words.link} sure={words.linkNow(address, person.name)} press={() => link(person)} />}
    </>
  )
}

interface PeopleCalls {
  read(): Promise<ApiResult<People>>
  pair(role: Pairing['role']): Promise<ApiResult<Pairing>>
  /** Resolves with the updated list. */
  revoke(at: Pick<ListedAddress, 'channel' | 'id'>): Promise<ApiResult<People>>
  link(at: Pick<ListedAddress, 'channel' | 'id'>, person: Pick<ListedPerson, 'id'>): Promise<ApiResult<People>>
  unlink(at: Pick<ListedAddress, 'channel' | 'id'>): Promise<ApiResult<People>>
}

function peopleCalls({ get, post }: Pick<Api, 'get' | 'post'>): PeopleCalls {
  return {
    read: () => get('/api/people'),
    pair: (role) => post('/api/people/pair', { role }),
    revoke: ({ channel, id }) => post('/api/people/revoke', { channel, id }),
    link: ({ channel, id }, person) => post('/api/people/link', { channel, id, person: person.id }),
    unlink: ({ channel, id }) => post('/api/people/unlink', { channel, id }),
  }
}

/** A pairing code as text and QR code. It is shown once. */
function PairingCard({ pairing, close }: { pairing: Pairing; close(): void }) {
  const words = useWords(peopleWords)
  const card = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => card.current?.focus(), [])
  const { code, role, link, expiresAt, qr } = pairing
  return (
    <div ref={card} class="pairing" role="group" tabIndex={-1} aria-label={words.codeFor[role]}>
      <div>
        <h4>{words.codeFor[role]}</h4>
        <p class="pairing-code">{code}</p>
        <p>{words.send(code)}</p>
        <p>{words.once(clockOf(expiresAt, useLocale()))}</p>
        <p>{link === undefined ? words.scanCode : words.scanLink}</p>
        <div class="row-acts">
          {link !== undefined && (
            <a class="quiet" href={link} target="_blank" rel="noreferrer">
              {words.open}
            </a>
          )}
          <button type="button" class="quiet" onClick={close}>
            {words.done}
          </button>
        </div>
      </div>
      <Picture qr={qr} name={words.picture} />
    </div>
  )
}

function Picture({ qr: { size, path }, name }: { qr: QrCode; name: string }) {
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={name} shape-rendering="crispEdges">
      <path d={path} />
    </svg>
  )
}
