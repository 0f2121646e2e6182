/** Ways to smuggle a script into a page: each payload in each wrapping. Every one calls __pwn if it ever runs. */
export function hostileStrings(): string[] {
  return payloads.flatMap((payload) => wrappings.map((wrap) => wrap(payload)))
}

const payloads = [
  '<script>__pwn(1)</script>',
  '<ScRiPt>__pwn(1)</sCrIpT>',
  '<script src=data:text/javascript,__pwn(1)></script>',
  '<img src=x onerror=__pwn(1)>',
  '<img src=x onerror="&#95;&#95;pwn(1)">',
  '<svg onload=__pwn(1)>',
  '<svg><script>__pwn(1)</script></svg>',
  '<svg><animate onbegin=__pwn(1) attributeName=x dur=1s>',
  '<body onload=__pwn(1)>',
  '<iframe src="javascript:__pwn(1)"></iframe>',
  '<iframe srcdoc="<script>parent.__pwn(1)</script>"></iframe>',
  '<object data="javascript:__pwn(1)">',
  '<embed src="javascript:__pwn(1)">',
  '<a href="javascript:__pwn(1)">x</a>',
  '<form action="javascript:__pwn(1)"><button>x</button></form>',
  '<input onfocus=__pwn(1) autofocus>',
  '<details open ontoggle=__pwn(1)>',
  '<video><source onerror=__pwn(1)></video>',
  '<style>@import "javascript:__pwn(1)"</style>',
  '<link rel=stylesheet href="javascript:__pwn(1)">',
  '<meta http-equiv=refresh content="0;url=javascript:__pwn(1)">',
  '<base href="javascript:__pwn(1)//">',
  '<math><mtext></mtext><script>__pwn(1)</script></math>',
  '<noscript><p title="</noscript><img src=x onerror=__pwn(1)>">',
  '<template><script>__pwn(1)</script></template>',
  'javascript:__pwn(1)',
  '[x](javascript:__pwn(1))',
  '[x](JaVaScRiPt:__pwn(1))',
  '[x](java\tscript:__pwn(1))',
  '[x](&#106;avascript:__pwn(1))',
  '[x](data:text/html,<script>__pwn(1)</script>)',
  '![x](javascript:__pwn(1))',
  '![x](x "onerror=__pwn(1)")',
  '<javascript:__pwn(1)>',
  '[x][y]\n\n[y]: javascript:__pwn(1)',
  '{{constructor.constructor("__pwn(1)")()}}',
]

const wrappings: ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `"'></p></div>${payload}`,
  (payload) => `**${payload}**`,
  (payload) => `| a |\n|---|\n| ${payload} |`,
  (payload) => `\`\`\`${payload.replaceAll('\n', ' ')}\n${payload}\n\`\`\``,
  (payload) => `- > # ${payload}`,
]
