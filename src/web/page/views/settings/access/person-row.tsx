import { useSignal } from '@preact/signals'
import { languages } from '../../../../../messages/languages.ts'
import type { ApiResult } from '../../../api.ts'
import type { ListedPerson, People } from '../../../wire/people-wire.ts'
import { useWords } from '../../../words/language.ts'
import { peopleWords } from '../../../words/settings/people-words.ts'
import { languageNames } from '../../../words/settings/settings-words.ts'
import { AskFirst } from '../../buttons.tsx'
import type { PeopleCalls } from './people-calls.ts'

interface PersonRowProps {
  person: ListedPerson
  /** To whom their accounts can be linked. */
  others: ListedPerson[]
  calls: PeopleCalls
  change(made: Promise<ApiResult<People>>): void
  /** Makes a sign-in link. Missing if they cannot get one. */
  invite?(): void
}

/** A person with their accounts and what belongs to them. */
export function PersonRow({ person, others, calls, change, invite }: PersonRowProps) {
  const words = useWords(peopleWords)
  const isOpen = useSignal(false)
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
            <code>{words.whatIs(address)}</code>
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
      <div class="row-acts">
        <button
          type="button"
          class="quiet"
          aria-expanded={isOpen.value}
          aria-description={name}
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          {words.change}
        </button>
        {invite && (
          <button type="button" class="quiet" aria-description={name} onClick={invite}>
            {person.usesPage ? words.newPageLink : words.pageLink}
          </button>
        )}
      </div>
      {isOpen.value && (
        <PersonForm
          person={person}
          save={(settings) => {
            isOpen.value = false
            change(calls.set(person.id, settings))
          }}
        />
      )}
    </li>
  )
}

interface PersonFormProps {
  person: ListedPerson
  save(settings: Parameters<PeopleCalls['set']>[1]): void
}

/** Role, time zone and language. */
function PersonForm({ person, save }: PersonFormProps) {
  const words = useWords(peopleWords)
  const role = useSignal(person.role)
  const timezone = useSignal(person.timezone ?? '')
  const language = useSignal(person.language ?? '')
  return (
    <form
      class="job-form connect-form"
      aria-label={person.name}
      onSubmit={(event) => {
        event.preventDefault()
        save({
          ...(role.value !== 'owner' && role.value !== person.role && { role: role.value }),
          timezone: timezone.value.trim() || null,
          language: languages.find((each) => each === language.value) ?? null,
        })
      }}
    >
      {person.role !== 'owner' && (
        <>
          <label>
            {words.roleIs}
            <select
              value={role.value}
              onChange={({ currentTarget }) => (role.value = currentTarget.value === 'guest' ? 'guest' : 'member')}
            >
              <option value="member">{words.role.member}</option>
              <option value="guest">{words.role.guest}</option>
            </select>
          </label>
          <p class="muted">{words.aboutRole}</p>
        </>
      )}
      <label>
        {words.timezone}
        <input
          type="text"
          autocomplete="off"
          placeholder={words.timezoneHint}
          value={timezone.value}
          onInput={({ currentTarget }) => (timezone.value = currentTarget.value)}
        />
      </label>
      <label>
        {words.language}
        <select value={language.value} onChange={({ currentTarget }) => (language.value = currentTarget.value)}>
          <option value="">{words.languageAsWritten}</option>
          {languages.map((each) => (
            <option key={each} value={each}>
              {languageNames[each]}
            </option>
          ))}
        </select>
      </label>
      <div class="job-acts">
        <button type="submit" class="small">
          {words.save}
        </button>
      </div>
    </form>
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
