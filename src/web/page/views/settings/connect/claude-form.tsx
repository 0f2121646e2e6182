import { useSignal } from '@preact/signals'
import { useWords } from '../../../words/language.ts'
import { connectWords } from '../../../words/settings/connect-words.ts'
import { ConnectForm } from './connect-form.tsx'
import type { FormParts } from './connection-row.tsx'
import { type ConnectCalls, SignInPanel } from './sign-in-panel.tsx'

export interface ClaudeFormProps extends FormParts {
  isSet: boolean
  /** The claude CLI is not installed on this machine. */
  isMissing: boolean
  calls: ConnectCalls
}

/** Signs in with Claude. A CLI that is missing is installed first, if the person agrees. */
export function ClaudeForm({ isSet, isMissing, calls, done, close }: ClaudeFormProps) {
  const words = useWords(connectWords)
  const isAgreed = useSignal(false)
  const problem = useSignal('')
  if (!isMissing) return <ConnectForm name="claude" isSet={isSet} calls={calls} done={done} close={close} />
  if (isAgreed.value)
    return (
      <SignInPanel
        name="claude"
        given={{ install: 'yes' }}
        calls={calls}
        done={done}
        end={(reason) => {
          isAgreed.value = false
          problem.value = reason
        }}
      />
    )
  return (
    <form
      class="job-form connect-form"
      aria-label={words.names.claude}
      onSubmit={(submitted) => {
        submitted.preventDefault()
        isAgreed.value = true
      }}
    >
      <p>{words.aboutInstall}</p>
      <p class="job-problem bad" role="alert">
        {problem.value}
      </p>
      <div class="job-acts">
        <button type="submit" class="small">
          {words.install}
        </button>
        <button type="button" class="quiet" onClick={close}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}
