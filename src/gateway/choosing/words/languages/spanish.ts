import { list, type PhraseTable } from '../language.ts'

export const spanishPhrases: PhraseTable = {
  functionWords: `
    a al algo algun alguna ante antes ano aqui asi aun aunque ayer bien buen bueno cada como con cual cuales cuando
    cuanto cuanta cuantos cuantas da dame de del desde di dia dice dime donde dos e el ella ellas ellos en entre era
    eres es esa ese eso esos esas esta estan estar estas este esto estos estoy fue gracias ha hace hacer haz hasta
    hay hola hoy la las le les lo los mas me mi mis mucho muy nada necesito ni no nos nosotros o otra otro para pero
    poco por porque puede puedes puedo pues que quien quiero quieres se sea ser si sin sobre son soy su sus tal
    tambien tan te tengo tiene tienes todo toda todos tu tus u un una uno unos unas va vale ver y ya yo manana busca
    pon mejor`,
  greetings: list`
    hola(?: de nuevo| otra vez)? / buen(?:os|as) (?:d[ií]as|tardes|noches) / buen d[ií]a / buenas / qué tal /
    saludos / hey`,
  partings: list`
    (?:muchas |mil |muchísimas )?gracias(?: por (?:todo|eso|la ayuda|tu ayuda|su ayuda|la respuesta))? / gracias /
    te (?:lo )?agradezco(?: mucho)? / buenas noches / adiós / adios / chao /
    hasta (?:luego|mañana|pronto|la vista) / nos vemos / que (?:descanses|tengas buen d[ií]a) / buen fin de semana`,
  closings: list`
    genial / perfecto / estupendo / fenomenal / excelente / vale / de acuerdo / entendido / muy bien / qué bien /
    listo / ok(?:ay)? / ha funcionado`,
  leads: list`ok / vale / bueno / bien / pues / y / pero / ahora / ah / perfecto / genial / entonces / bah / hm+`,
  announcements: list`
    (?:un )?(?:nuevo|otro) tema / (?:una )?otra (?:cosa|pregunta|cuestión)(?= ?[:,.!–—-]|$) /
    (?:una )?(?:nueva pregunta|pregunta nueva|pregunta distinta)(?= ?[:,.!–—-]|$) /
    (?:para )?cambi(?:ando|o|emos|ar|a) de tema / (?:no tiene )?nada que ver / hablando de otra cosa /
    hablemos de otra cosa / pasando a otra cosa / olvida (?:eso|lo anterior)`,
  asides: list`por cierto / a propósito / ya que estamos / antes de que se me olvide`,
  joins: list`
    no(?=,) / demasiado / muy \p{L}+(?= ?(?:$|[.,!])) / (?:mucho )?mejor / por qué(?: [^ ]+){1,2}(?= ?\?+$) /
    (?:por qué|cuándo|dónde|quién|cómo|cuánto|cuál|desde cuándo|de verdad|en serio|seguro)(?= ?\??$) / y / e /
    pero / o / entonces / pues / también / además / qué (?:tal|pasa) con / qué hay de / y si / por qué no /
    cuál de / porque / sigue / continúa / otra vez / de nuevo / más cort[oa] / más larg[oa] / en ese caso / mejor`,
  references: list`
    ^(?:ya |todavía |aún )?no (?:me )?(?:funciona|sirve|va|abre) / (?:estás|está) segur[oa] / al final /
    (?:prefiero|preferiría) / olvídalo / la mitad /
    (?:el|la|los|las|lo|al) (?:primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]|últim[oa]|otr[oa]|anterior|siguiente)s?(?= ?(?:$|[.,!?]|me |está|es |mejor|por favor|entonces|suena|parece|si )) /
    (?:el|la|los|las|lo) (?:más|menos) \p{L}+(?= ?(?:$|[.,!?]|me |está|es |mejor|por favor|entonces|suena|parece|si )) /
    (?:la|el|los|las) de (?:la|el|los|las|\d) / (?:opción|número|propuesta) (?:[a-d]|\d|uno|dos|tres) /
    (?:ambos|ambas|ningun[oa]|tod[oa]s|un[oa]) de (?:ellos|ellas|es[oa]s) / (?:quería|quise|quiero) decir /
    me (?:refería|refiero|equivoqué|confundí|he equivocado) /
    (?:perdón|perdona|disculpa|lo siento),? (?:era|eran|es|son|me|no) / en realidad / eso no es /
    no es (?:correcto|así|eso) / está mal / no \p{L}+,? sino /
    como (?:antes|la última vez|dije|decía|dijiste|quedamos) /
    (?:dijiste|escribiste|mencionaste|propusiste|recomendaste|encontraste|averiguaste) /
    has (?:dicho|escrito|encontrado|averiguado|propuesto) /
    tu (?:última |primera )?(?:respuesta|propuesta|lista|sugerencia|idea|mensaje|borrador) /
    lo mismo|la misma|el mismo|los mismos|las mismas / alguna (?:novedad|noticia)`,
  pronouns: list`
    (?:me|te|se|nos|os) (?:lo|la|los|las) \p{L}+ / él / ellas? / ellos / eso / esto / aquello /
    (?:es[ae]|est[ae]|aquel|aquella)s?(?= (?:se|es|son|está|no|me|también|tiene|vale|puede|cuesta|sirve|viene|lleva)(?: |$)| ?[.,?!]|$) /
    (?:lo|los|las) (?!que|mejor|peor|siento|más|menos|de|del|dos|tres)(?:puedes|puede|puedo|podrías|quiero|has|ha|he|tienes|tengo|necesito|mand|enví|pon|hag|ha[cg]|com|ve|us|pag|vend|llam|guard|prefier)\p{L}* /
    (?=\p{L}*[áéíóú])\p{L}*(?:lo|la|los|las|le|les|selo|sela) /
    (?:haz|pon|di|ten|dá|trae|manda|pasa|hazme|ponme|dime)(?:me|te|se)?(?:lo|la|los|las) /
    \p{L}{2,}[aei]r(?:me|te|se)?(?:lo|los|las) / allí / ahí`,
  empty: list`
    est[aeo]s? (?:semana|mes|año|tarde|noche|mañana|fin|finde|verano|invierno|otoño|primavera|lunes|martes|miércoles|jueves|viernes|sábado|domingo)s? /
    por eso /
    rápido|régimen|película|fórmula|cálculo|título|artículo|capítulo|vehículo|currículo|círculo|símbolo|ángulo|párrafo|código`,
  hints: list`también / además / todavía / aún / otra vez / de nuevo / un poco (?:más|menos) / el resto / en vez`,
  requests: list`
    (?:por favor,? )?(?:escribe|da|di|cuenta|cuénta|recuerda|recuérda|traduce|busca|búsca|encuentra|explica|explíca|calcula|convierte|compara|haz|pon|prepara|prepára|reserva|resérva|añade|apunta|envía|inventa|ayuda|ayúda|corrige|resume|redacta|ordena|recomienda|recomiénda|sugiere|propón|muestra|muéstra|crea|planifica|revisa|dibuja|pasa|piensa)(?:me|nos)?(?= (?:\p{L}|[\d"«'(])) /
    (?:me )?(?:puedes|podrías) \p{L}+[aei]r(?:me|nos)?(?= ) / [^.!?]{3,80} por favor$ /
    (?:necesito|quiero|quisiera|me gustaría) (?:una?|unos|unas|ayuda|ideas)`,
  openings: list`
    yo / nosotros / mis? / nuestr[oa]s? / una? / unos / unas / el / la / los / las / tu / tus / si / quiero / necesito / tengo / estoy / estamos /
    queremos / puedo / puedes / cada / hay`,
  indefinites: list`una?s? / unos / algun[oa]s?`,
  stateWords: list`pero / ya / todavía / aún / ahora / s[oó]lo / por fin / al final / sigue / siguen / desgraciadamente / ya no / hoy`,
  outcomes: list`
    ^(?:hecho|listo|ha|han|he|fue|fueron|puesto|visto|roto|se|me ha|lo ha\p{L}*|\p{L}{2,}[ai]d[oa]s?) / \p{L}+ \p{L}{2,}[ai]d[oa]s?(?=$|[,.]) / no / nada / nadie / ning[uú]n[oa]?`,
  smallTalk: list`
    qué tal(?: (?:estás|está|todo|te va))?|que tal(?: estas)?|c[oó]mo (?:est[aá]s?|te va|va(?: todo)?)|qué (?:pasa|hay)|buen trabajo /
    de nada|no hay de qué|por favor|con gusto|sin problema|no pasa nada|no te preocupes /
    est[aá] (?:bien|claro|perfecto)|muy (?:amable|bueno)|por supuesto|claro que s[ií]|todo bien|me parece bien|suena bien|ahora no|todav[ií]a no|hoy no|por ahora|así es|ya veo|eso es todo|adelante`,
}
