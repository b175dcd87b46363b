/** Notifications of the system, for those who wait for their turn and look at something else. */

import { profile } from "./storage";

/** Whether this browser has notifications at all; it only has them where the connection is safe. */
export function canNotify(): boolean {
  return typeof Notification === "function" && isSecureContext;
}

/** Turn notifications on or off; whether they are on afterwards, since the person may refuse. */
export async function setNotices(wish: boolean): Promise<boolean> {
  const isOn = wish && canNotify() && (await Notification.requestPermission()) === "granted";
  profile.notices = isOn;
  if (isOn) void worker().catch(() => null);
  return isOn;
}

/** Phones show notifications only through a service worker; null where there is none. */
async function worker(): Promise<ServiceWorkerRegistration | null> {
  if (!navigator.serviceWorker) return null;
  await navigator.serviceWorker.register("/service.js");
  return navigator.serviceWorker.ready;
}

/** Say something outside the page, unless somebody is looking at it. */
export async function notify(title: string, body: string): Promise<void> {
  if (!profile.notices || !canNotify() || Notification.permission !== "granted" || !document.hidden) return;
  const options = { body, tag: location.pathname, icon: "/icon-192.png", data: location.pathname };
  const helper = await worker().catch(() => null);
  if (helper) await helper.showNotification(title, options);
  else new Notification(title, options).onclick = () => window.focus();
}
