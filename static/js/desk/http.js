// Talks to the server in JSON. An answer counts only when it is JSON of our own: a redirect to a log-in page, a
// proxy's error page or a cut connection never looks like a success.

const PATIENCE = 15000;

export class Unreachable extends Error {}

const meta = (name) => document.querySelector(`meta[name="${name}"]`);

export function csrfToken() {
  const cookie = document.cookie.split("; ").find((part) => part.startsWith("csrftoken="));
  return cookie ? decodeURIComponent(cookie.slice(10)) : meta("csrf-token").content;
}

export function keepCsrfToken(token) {
  meta("csrf-token").content = token;
}

// { status, body }; throws Unreachable when no answer came. A redirect comes back as 401.
export async function send(method, url, content) {
  let response;
  try {
    response = await fetch(url, {
      method,
      headers: {
        "Content-Type": "application/json", Accept: "application/json",
        "X-CSRFToken": csrfToken(), "X-Person": meta("person").content,
      },
      body: JSON.stringify(content),
      credentials: "same-origin",
      redirect: "manual",
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (response.type === "opaqueredirect") return { status: 401, body: { error: "signed_out" } };
    const json = response.headers.get("Content-Type")?.startsWith("application/json");
    const body = json ? await response.json() : null;
    return { status: response.ok && !body ? 502 : response.status, body };
  } catch (error) {
    throw new Unreachable(error.name);
  }
}
