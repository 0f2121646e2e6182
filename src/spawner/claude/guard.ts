import type { Answer } from '../spawner.ts'

// The CLI's control protocol on stdin and stdout, the one its own SDK speaks: the hook and the question of a permission
// reach us without a process, a port or a timeout in between. docs/decisions/0007 says why.

/** To be said first: from then on it asks before every tool. The hook may take its time; it only judges, a person answers later. */
export function guardLine(): string {
  const hooks = { PreToolUse: [{ matcher: '', hookCallbackIds: ['before-tool'], timeout: 60 }] }
  return line({ type: 'control_request', request_id: 'guard', request: { subtype: 'initialize', hooks } })
}

/** What the hook says of one use: yes, no, or that a person has to be asked. */
export function hookAnswer(request: string, judged: Answer | { verdict: 'ask' }): string {
  const reason = judged.verdict === 'deny' ? { permissionDecisionReason: judged.why } : {}
  return respond(request, {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: judged.verdict, ...reason },
  })
}

/** What the person said; the input goes back as it came, so that what was shown is what runs. */
export function promptAnswer(request: string, answer: Answer, input: Record<string, unknown>): string {
  return respond(
    request,
    answer.verdict === 'allow' ? { behavior: 'allow', updatedInput: input } : { behavior: 'deny', message: answer.why },
  )
}

function respond(request: string, response: object): string {
  return line({ type: 'control_response', response: { subtype: 'success', request_id: request, response } })
}

function line(message: object): string {
  return `${JSON.stringify(message)}\n`
}
