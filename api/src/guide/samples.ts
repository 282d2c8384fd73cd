/** A program of the guide. A test runs each against the real API. `{{origin}}` is replaced with the site's origin. */
export interface Sample {
  language: string;
  file: string;
  code: string;
}

const curl = `curl -sS --fail-with-body --retry 3 {{origin}}/api/leads \\
  -H 'Content-Type: application/json' \\
  -H "\${API_KEY:+Authorization: Bearer $API_KEY}" \\
  -H "Idempotency-Key: lead-$(date +%s)-$$" \\
  -d '{
    "name": "Ada Lovelace",
    "company": "Analytical Heating",
    "phone": "(801) 555-0142",
    "email": "ada@example.com",
    "location": "Salt Lake City",
    "industry": "hvac",
    "services": ["repair"],
    "page": "https://partner.example/hvac-quote",
    "isTest": true
  }'
`;

const javascript = `// node first-lead.mjs (Node 18 or newer)
const lead = {
  name: 'Ada Lovelace',
  company: 'Analytical Heating',
  phone: '(801) 555-0142',
  email: 'ada@example.com',
  location: 'Salt Lake City',
  industry: 'hvac',
  services: ['repair'],
  page: 'https://partner.example/hvac-quote',
  isTest: true,
};

async function send(lead, idempotencyKey = crypto.randomUUID()) {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch('{{origin}}/api/leads', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': idempotencyKey, // the same with each try of this lead
        ...(process.env.API_KEY ? { Authorization: \`Bearer \${process.env.API_KEY}\` } : {}),
      },
      body: JSON.stringify(lead),
      signal: AbortSignal.timeout(30_000),
    }).catch(() => undefined);
    const said = await answer?.json().catch(() => undefined); // undefined: it was lost on the way
    if (answer?.ok && said) return said;
    const mayRetry = !answer || answer.ok || answer.status === 429 || answer.status >= 500;
    if (!mayRetry) throw new Error(JSON.stringify(said ?? answer.status));
    if (attempt === 5) throw new Error('No answer: keep the lead and the key, and try again later.');
    const seconds = Number(answer?.headers.get('Retry-After')) || 2 ** attempt;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

console.log(await send(lead));
`;

const php = `<?php // php first-lead.php (PHP 8)
$lead = [
    'name' => 'Ada Lovelace',
    'company' => 'Analytical Heating',
    'phone' => '(801) 555-0142',
    'email' => 'ada@example.com',
    'location' => 'Salt Lake City',
    'industry' => 'hvac',
    'services' => ['repair'],
    'page' => 'https://partner.example/hvac-quote',
    'isTest' => true,
];

function send(array $lead, string $idempotencyKey): array
{
    $headers = ['Content-Type: application/json', "Idempotency-Key: $idempotencyKey"];
    if (getenv('API_KEY')) {
        $headers[] = 'Authorization: Bearer ' . getenv('API_KEY');
    }
    for ($attempt = 1; ; $attempt++) {
        $http_response_header = [];
        $answer = @file_get_contents('{{origin}}/api/leads', false, stream_context_create(['http' => [
            'method' => 'POST',
            'header' => $headers,
            'content' => json_encode($lead, JSON_THROW_ON_ERROR),
            'ignore_errors' => true, // an error has a body that says what is wrong
            'timeout' => 30,
        ]]));
        $status = (int) (explode(' ', $http_response_header[0] ?? '')[1] ?? 0);
        $said = json_decode((string) $answer, true); // null: it was lost on the way
        if ($status >= 200 && $status < 300 && is_array($said)) {
            return $said;
        }
        if ($status >= 300 && $status !== 429 && $status < 500) {
            throw new RuntimeException((string) $answer);
        }
        if ($attempt === 5) {
            throw new RuntimeException('No answer: keep the lead and the key, and try again later.');
        }
        $wait = preg_grep('/^Retry-After: \\d+$/i', $http_response_header);
        sleep($wait ? (int) substr(end($wait), 13) : 2 ** $attempt);
    }
}

print_r(send($lead, bin2hex(random_bytes(16)))); // the same key with each try of this lead
`;

const python = `# python3 first-lead.py (Python 3.8 or newer, nothing to install)
import http.client, json, os, time, urllib.error, urllib.request, uuid

lead = {
    "name": "Ada Lovelace",
    "company": "Analytical Heating",
    "phone": "(801) 555-0142",
    "email": "ada@example.com",
    "location": "Salt Lake City",
    "industry": "hvac",
    "services": ["repair"],
    "page": "https://partner.example/hvac-quote",
    "isTest": True,
}


def send(lead, idempotency_key):
    headers = {"Content-Type": "application/json", "Idempotency-Key": idempotency_key}
    if os.environ.get("API_KEY"):
        headers["Authorization"] = "Bearer " + os.environ["API_KEY"]
    request = urllib.request.Request(
        "{{origin}}/api/leads", json.dumps(lead).encode(), headers, method="POST"
    )
    for attempt in range(1, 6):
        wait = 2**attempt
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != 429 and error.code < 500:
                raise RuntimeError(error.read().decode())
            asked = error.headers.get("Retry-After", "")
            wait = int(asked) if asked.isdigit() else wait
        except (OSError, http.client.HTTPException, ValueError):
            pass  # no answer, or not all of it: the same key makes the next try safe
        time.sleep(wait)
    raise RuntimeError("No answer: keep the lead and the key, and try again later.")


print(send(lead, str(uuid.uuid4())))  # the same key with each try of this lead
`;

export const firstLead: readonly Sample[] = [
  { language: 'curl', file: 'first-lead.sh', code: curl },
  { language: 'JavaScript', file: 'first-lead.mjs', code: javascript },
  { language: 'PHP', file: 'first-lead.php', code: php },
  { language: 'Python', file: 'first-lead.py', code: python },
];

const shellVerify = `# To look at one event by hand: its headers in variables, its body, byte for byte, in body.json.
key=$(printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
expected="v1,$( { printf '%s.%s.' "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP"; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64)"
# The shell would run a command in a number: only digits are counted with.
case $WEBHOOK_TIMESTAMP in '' | *[!0-9]*) echo refused; exit 1 ;; esac
age=$(($(date +%s) - WEBHOOK_TIMESTAMP))
case " $WEBHOOK_SIGNATURE " in *" $expected "*) fits=yes ;; *) fits=no ;; esac
if [ "$fits" = yes ] && [ "$age" -le 300 ] && [ "$age" -ge -300 ]; then echo verified; else echo refused; exit 1; fi
`;

const javascriptVerify = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** \`headers\` with names in lower case, as Node has them; \`body\` as it arrived, before any JSON.parse. */
export function verify(secret, headers, body) {
  const id = headers['webhook-id'];
  const time = headers['webhook-timestamp'];
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = Buffer.from('v1,' + createHmac('sha256', key).update(\`\${id}.\${time}.\${body}\`).digest('base64'));
  return String(headers['webhook-signature'])
    .split(' ')
    .map((one) => Buffer.from(one))
    .some((one) => one.length === expected.length && timingSafeEqual(one, expected));
}
`;

const phpVerify = `<?php
/** $headers with names in lower case; $body is file_get_contents('php://input'), before any json_decode. */
function verify(string $secret, array $headers, string $body): bool
{
    $id = $headers['webhook-id'] ?? '';
    $time = $headers['webhook-timestamp'] ?? '';
    if (!ctype_digit($time) || abs(time() - (int) $time) > 300) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $one) {
        if (hash_equals($expected, $one)) {
            return true;
        }
    }
    return false;
}
`;

const pythonVerify = `import base64, hashlib, hmac, re, time


def verify(secret, headers, body):
    """headers with names in lower case; body the bytes as they arrived, before any json.loads."""
    sent = headers.get("webhook-timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", sent) or abs(time.time() - int(sent)) > 300:
        return False
    key = base64.b64decode(secret[len("whsec_") :])
    signed = f"{headers.get('webhook-id', '')}.{sent}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    return any(hmac.compare_digest(expected, one) for one in signatures)
`;

export const verifyWebhook: readonly Sample[] = [
  { language: 'Shell, with curl', file: 'verify.sh', code: shellVerify },
  { language: 'JavaScript', file: 'verify.mjs', code: javascriptVerify },
  { language: 'PHP', file: 'verify.php', code: phpVerify },
  { language: 'Python', file: 'verify.py', code: pythonVerify },
];

export const replayEvents: Sample = {
  language: 'JavaScript',
  file: 'replay.mjs',
  code: `// API_KEY=... node replay.mjs http://localhost:8080/webhooks (Node 18 or newer)
const answer = await fetch('{{origin}}/api/webhook/events?limit=20', {
  headers: { Authorization: \`Bearer \${process.env.API_KEY}\` },
});
const said = await answer.json();
if (!answer.ok) throw new Error(said.message);
for (const { headers, body } of said.events) {
  const { status } = await fetch(process.argv[2], { method: 'POST', headers, body });
  console.log(status, headers['webhook-id'], JSON.parse(body).type);
}
`,
};
