import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Api } from '../../../api.ts'
import type { AnswerStep, ListedSetupStep, SetupAnswered, SetupState } from '../../../wire/setup-wire.ts'
import { commonWords } from '../../../words/common-words.ts'
import { useWords } from '../../../words/language.ts'
import { setupWords } from '../../../words/settings/setup-words.ts'
import { onEscape } from '../../buttons.tsx'
import { RestartButton } from '../restart.tsx'

export interface AnswerFormProps extends Omit<ListedSetupStep, 'step'> {
  step: AnswerStep
  api: Pick<Api, 'get' | 'post'>
  canChange: boolean
  /** The address names this step. */
  isWanted: boolean
  onAnswered(state: SetupState): void
}

/** A step with a single answer: what is saved, and a form to change it. */
export function AnswerForm({ step, isDone, isWaiting, value, api, canChange, isWanted, onAnswered }: AnswerFormProps) {
  const words = useWords(setupWords)
  const common = useWords(commonWords)
  const input = useRef<HTMLInputElement>(null)
  const isOpen = useSignal(isWanted && canChange && !isDone)
  const isBusy = useSignal(false)
  const problem = useSignal('')
  const said = useSignal('')
  useLayoutEffect(() => {
    if (isOpen.value) input.current?.select()
  }, [isOpen.value])

  async function submit(submitted: Event): Promise<void> {
    submitted.preventDefault()
    if (!input.current || isBusy.value) return
    isBusy.value = true
    const answer = await api.post<SetupAnswered>(`/api/setup/${step}`, { answer: input.current.value })
    isBusy.value = false
    problem.value = answer.status === 'ok' ? '' : answer.error
    if (answer.status !== 'ok') return
    isOpen.value = false
    said.value = answer.value.says.join(' ')
    onAnswered(answer.value)
  }

  const close = () => {
    isOpen.value = false
    problem.value = ''
  }
  // A briefing can have many blocks, which only the configuration can show.
  const canAnswer = canChange && !(step === 'briefing' && isDone)
  const id = `setup-${step}-answer`
  return (
    <>
      <p class="settings-note" role="status">
        {describe()}
      </p>
      {step === 'briefing' && isDone && canChange && <p class="settings-note muted">{words.changeBriefing}</p>}
      {((canAnswer && !isOpen.value) || (isWaiting && canChange)) && (
        <div class="row-acts">
          {canAnswer && !isOpen.value && (
            <button
              type="button"
              class="quiet"
              aria-description={words.steps[step].title}
              onClick={() => (isOpen.value = true)}
            >
              {isDone ? words.change : words.answer}
            </button>
          )}
          {isWaiting && <RestartButton api={api} />}
        </div>
      )}
      {isOpen.value && (
        <form
          class="job-form connect-form"
          aria-label={words.steps[step].title}
          onSubmit={(submitted) => void submit(submitted)}
          onKeyDown={onEscape(close)}
        >
          <label for={id}>{words.labels[step]}</label>
          <input
            ref={input}
            id={id}
            type="text"
            required
            maxLength={200}
            autocomplete="off"
            spellcheck={false}
            defaultValue={firstAnswer(step, isDone, value)}
          />
          <p class="job-problem bad" role="alert">
            {problem.value}
          </p>
          <div class="job-acts">
            <button type="submit" class="small" aria-disabled={isBusy.value}>
              {common.save}
            </button>
            <button type="button" class="quiet" onClick={close}>
              {common.cancel}
            </button>
          </div>
        </form>
      )}
    </>
  )

  function describe(): string {
    if (isWaiting) return `${said.value || words.saved(value)} ${words.restart}`
    return step === 'timezone' && !isDone ? words.assumed(value) : value
  }
}

/** What is saved, or a good guess. */
function firstAnswer(step: AnswerStep, isDone: boolean, value: string): string {
  if (isDone || step === 'name') return value
  return step === 'briefing' ? '7:00' : Intl.DateTimeFormat().resolvedOptions().timeZone
}
