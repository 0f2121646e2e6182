import { type IncomingMessage, ServerResponse } from 'node:http'

/** On every answer. What is said in a conversation stays out of the browser's cache; files of the page say otherwise. */
export const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
    "manifest-src 'self'; worker-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/**
 * A response that has the headers before anybody writes to it: what Node and the library answer by themselves, to an
 * address that cannot be parsed or an expectation nobody knows, carries them too. Node wants a class here.
 */
export class SafeResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  constructor(request: Request) {
    super(request)
    for (const [name, value] of Object.entries(securityHeaders)) this.setHeader(name, value)
  }
}
