/** What any program needs of our environment: what finds programs, speaks the language and reaches the network. */
export function childEnv(env: NodeJS.ProcessEnv): Record<string, string> {
  const passed = Object.entries(env).filter((entry): entry is [string, string] => {
    const [name, value] = entry
    return value !== undefined && (name.startsWith('LC_') || passedOn.has(name))
  })
  return Object.fromEntries(passed)
}

const passedOn = new Set(
  [
    ['PATH', 'LANG', 'LANGUAGE', 'TZ'],
    ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy'],
    ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ].flat(),
)
