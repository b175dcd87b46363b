/** Notifications of the system, for those who wait for their turn and look at something else. */

import { kept } from "./keep";

/** Whether this browser has notifications at all; it only has them where the connection is safe. */
export function canNotify(): boolean {
  return typeof Notification === "function" && isSecureContext;
}

/** Turn notifications on or off; whether they are on afterwards, since the person may refuse. */
export async function setNotices(wanted: boolean): Promise<boolean> {
  const allowed = wanted && canNotify() && (await Notification.requestPermission()) === "granted";
  kept.notices = allowed;
  if (allowed) void register();
  return allowed;
}

/** Telephones show notifications only through a service worker. */
async function register(): Promise<ServiceWorkerRegistration | null> {
  return navigator.serviceWorker?.register("/service.js").catch(() => null) ?? null;
}

/** Say something outside the page, unless somebody is looking at it. */
export async function notify(title: string, body: string): Promise<void> {
  if (!kept.notices || !canNotify() || Notification.permission !== "granted" || !document.hidden) return;
  const options = { body, tag: location.pathname, icon: "/icon-192.png", data: location.pathname };
  const worker = await register();
  if (worker?.active) await worker.showNotification(title, options);
  else new Notification(title, options).onclick = () => window.focus();
}
