import type { ApiError, ResponseParameters } from '@grammyjs/types'

/** The server says no. Thrown, because a check deep inside a method ends the whole call. */
export class Refusal extends Error {
  readonly answer: ApiError

  constructor(code: number, description: string, parameters?: ResponseParameters) {
    super(description)
    this.name = 'Refusal'
    this.answer = { ok: false, error_code: code, description, ...(parameters === undefined ? {} : { parameters }) }
  }
}

export function badRequest(what: string, parameters?: ResponseParameters): Refusal {
  return new Refusal(400, `Bad Request: ${what}`, parameters)
}

export function forbidden(what: string): Refusal {
  return new Refusal(403, `Forbidden: ${what}`)
}

export function conflict(what: string): Refusal {
  return new Refusal(409, `Conflict: ${what}`)
}

export function tooManyRequests(seconds: number): Refusal {
  return new Refusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })
}
