import { list, type PhraseTable } from '../language.ts'

export const englishPhrases: PhraseTable = {
  functionWords: `
    a about after again all also am an and any are as ask at be because been before being best both but by can could
    did do does done find for from get give go good had has have he help her here him his how i if in into is it its
    just know let like make many may me more most much my need new no not now of off ok on one only or other our out
    over please put really send she should show so some still such take tell than thank thanks that the their them
    then there these they thing things think this those time to today tomorrow too under until up us use very want
    was way we week well were what when where which while who whom whose why will with would write year yes yet you
    your`,
  greetings: list`
    hi(?: there| again)? / hey(?: there| again)? / hello(?: there| again)? /
    (?:a )?(?:very )?good (?:morning|afternoon|evening|day) / morning / heya / hiya / howdy / greetings`,
  partings: list`
    thank(?:s| you)(?: (?:so|very) much| a lot| again| a million)?(?: for (?:that|this|it|everything|all|(?:the|your|all your) (?:help|effort|time|answer|info|work|explanation|quick (?:reply|answer))))? /
    thanks / thank / thx / ty / tnx / tysm / many thanks / cheers / much appreciated / i appreciate (?:it|that) /
    good ?night / sleep well / sweet dreams / good ?bye / bye / cya /
    see (?:you|ya)(?: (?:soon|later|tomorrow|around))? / talk (?:to you )?(?:soon|later) / take care /
    have a (?:good|nice|great|lovely) (?:day|evening|night|one|weekend|time)`,
  closings: list`
    great / perfect / wonderful / awesome / lovely / nice / brilliant / cool / got it / all right / alright /
    ok(?:ay)? / understood / well done / that (?:worked|helped|did it)`,
  leads: list`
    ok(?:ay)? / so / well / now / and / but / alright / right / great / perfect / anyway / oh / ah / meh / hm+`,
  announcements: list`
    (?:a )?(?:new|another|different) (?:topic|subject|question|thing|matter|task)(?= ?[:,.!–—-]| for you|$) /
    (?:something|anything) (?:completely |entirely |totally )?(?:else|different)(?= ?[:,.!–—-]|$) /
    on (?:a|an)(?: \p{L}+){0,2} (?:note|topic|subject|matter) /
    (?:let's |let us |can we |to )?(?:change|changing|switch|switching)(?: the)? (?:topics?|subjects?|gears) /
    (?:completely |totally )?unrelated(?: question)?(?= ?[:,.!–—-]) /
    (?:for )?something (?:completely|entirely|totally) different /
    (?:let's )?(?:forget (?:that|all that|it)|start over|start fresh) / let's talk about something`,
  asides: list`by the way / btw / while i think of it / incidentally / before i forget`,
  joins: list`
    no(?=,) / nope / too \p{L}+ / (?:much )?better / why(?: [^ ]+){1,2}(?= ?\?+$) /
    (?:but |and )?(?:why|how|when|where|who|which|how (?:much|many|long|come|so)|since when|really|says who|what for)(?: not)?(?= ?\??$) /
    and / but / or / then / what about / how about / what if / why not / which (?:one|of) / because / except /
    also / instead / in that case / go on / continue / again / try again / once more / more / shorter / longer`,
  references: list`
    ^(?:still )?(?:does|did)(?:n't| not) (?:work|help|fit|open) / are you sure / on second thoughts? /
    (?:i|we)(?:'d| would) rather / never ?mind / half of / cancel (?:it|that) /
    the (?:first|second|third|fourth|fifth|last|other|former|latter|next|previous) ones? /
    (?:the )?(?:first|second|third|fourth|fifth|last|other|former|latter|next|previous)(?= ?(?:$|[.,!?])) /
    the \p{L}+ ones? / (?:this|that|these|those|which) ones? /
    (?:option|number|choice|variant) (?:[a-d]|\d|one|two|three|four) /
    (?:both|none|all|neither|either|one|some) of (?:them|these|those) / (?:i|we) (?:meant|mean) /
    i was (?:talking|thinking) (?:about|of) / not (?:what|the one) i / actually / sorry,? (?:it|i|that|the) /
    that(?: is|'s) (?:not|wrong|right) / not \p{L}+,? but /
    (?:as|like) (?:before|above|i said|you said|last time|discussed|we said) /
    you (?:said|wrote|mentioned|suggested|told me|recommended|sent|found) /
    your (?:last |first |previous )?(?:answer|suggestion|reply|list|idea|proposal|draft|message) / the same /
    did (?:you|they|he|she) (?:find out|manage|answer|reply|hear) / any (?:news|update|luck) /
    (?:the )?(?:last|previous) (?:answer|message|point|version|draft)`,
  pronouns: list`it / its / that / this / they / them / their / those / these / he / him / his / she / her`,
  empty: list`
    (?:is|was|will|does|did|can|would|has) it (?:be |been )?(?:rain|snow|cold|warm|hot|dark|possible|true|legal|safe|normal|ok|bad|good|better|hard|difficult|worth|take|late|early|make sense)\p{L}* /
    what time is it / it(?: is|'s) (?:rain|snow|cold|warm|hot|dark|late|time)\p{L}* /
    (?:this|that|these|those) (?:very )?(?:week|month|year|morning|afternoon|evening|night|time|weekend|spring|summer|autumn|winter|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\p{L}* /
    (?:so|such|now|sure|think|know|say|said|says|hope|mean|like) that`,
  hints: list`also / too / again / still / instead / as well / a bit \p{L}+ / the rest / there / else / yet`,
  requests: list`
    (?:please |could you |can you |would you |will you )*(?:write|draft|compose|give|tell|show|send|find|get|translate|convert|calculate|compute|remind|suggest|recommend|explain|describe|define|summari[sz]e|list|sort|make|create|generate|invent|design|plan|help|teach|compare|check|look up|search|book|order|schedule|set|add|play|roll|pick|choose|count|name|spell|fix|solve|proofread|rewrite|draw|read|put|prepare)(?= (?:\p{L}|[\d"“'(])) /
    [^.!?]{3,80} please$ / (?:i|we)(?: need|'d like| would like| want) (?:an?|some|help|ideas) / any (?:good )?(?:ideas|tips|suggestions)`,
  openings: list`
    i / i'(?:m|ve|d|ll) / we / we'(?:re|ve|d|ll) / my / our / an? / the / there / you / your / some / every / if / is / are / am / do / does /
    can / could / will / would / should / has / have / please`,
  indefinites: list`an? / some / any`,
  stateWords: list`but / still / already / now / finally / only / unfortunately / after all / in the end / (?:no|not any) (?:longer|more) / meanwhile`,
  outcomes: list`
    ^(?:done|went|came|got|bought|sent|found|told|gone|broke|lost|left|kept|made|took|did|was|were|(?!need|feed|speed|red|bed)\p{L}{2,}ed) /
    nothing / nobody / no one / not / \p{L}+n't / no \p{L}+`,
  smallTalk: list`
    how are (?:you|things|u)(?: doing)?(?: today)?|how(?:'s| is) it going|how do you do|what'?s up|how've you been|you ok(?:ay)? /
    (?:good|nice) to (?:hear|see|meet)(?: (?:from )?you)? /
    no (?:problem|worries|need|thanks?)|you(?:'re| are) (?:welcome|right|the best|great)|my pleasure|never ?mind /
    (?:sounds|looks|all|very|that's|that is|this is|it's) (?:good|great|fine|perfect|nice|right|cool|clear|ok(?:ay)?)|good (?:job|idea|point|one|to know)|i see|makes sense|fair enough|of course|go ahead|do (?:it|that|so)|please do|not (?:yet|now|really|today)|why not|no way|oh my god|happy to hear(?: that)?|that(?:'s| is| was) all|that will be all|for now`,
}
