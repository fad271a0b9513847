import type { RemoteRoutes } from '@tessera/shared/react';
import { KeepForms } from './components/kept/KeptForms';

/** The pages of this remote, each in a chunk named after its path; the paths are the host's table in shared/src/federation. */
export const accountRoutes: RemoteRoutes = {
  home: '/pages/user/index',
  around: KeepForms,
  pages: {
    '/pages/login/index': async () =>
      (await import(/* webpackChunkName: "pages.login.index" */ './features/login/LoginPage')).LoginPage,
    '/pages/register/index': async () =>
      (await import(/* webpackChunkName: "pages.register.index" */ './features/register/RegisterPage')).RegisterPage,
    '/pages/forgot/index': async () =>
      (await import(/* webpackChunkName: "pages.forgot.index" */ './features/forgot/ForgotPage')).ForgotPage,
    '/pages/user/index': async () =>
      (await import(/* webpackChunkName: "pages.user.index" */ './features/centre/CentrePage')).CentrePage,
    '/pages/user/primaryAuth': async () =>
      (await import(/* webpackChunkName: "pages.user.primaryAuth" */ './features/primary-auth/PrimaryAuthPage')).PrimaryAuthPage,
    '/pages/user/seniorAuth': async () =>
      (await import(/* webpackChunkName: "pages.user.seniorAuth" */ './features/senior-auth/SeniorAuthPage')).SeniorAuthPage,
    '/pages/user/data': async () =>
      (await import(/* webpackChunkName: "pages.user.data" */ './features/statistics/StatisticsPage')).StatisticsPage,
    '/pages/user/set': async () =>
      (await import(/* webpackChunkName: "pages.user.set" */ './features/settings/SettingsPage')).SettingsPage,
    '/pages/user/language': async () =>
      (await import(/* webpackChunkName: "pages.user.language" */ './features/language/LanguagePage')).LanguagePage,
    '/pages/user/switchAccount': async () =>
      (await import(/* webpackChunkName: "pages.user.switchAccount" */ './features/switch-account/SwitchAccountPage'))
        .SwitchAccountPage,
    '/pages/user/editLoginpwd': async () =>
      (await import(/* webpackChunkName: "pages.user.editLoginpwd" */ './features/change-password/ChangePasswordPage'))
        .ChangePasswordPage,
    '/pages/user/editPaypwd': async () =>
      (await import(/* webpackChunkName: "pages.user.editPaypwd" */ './features/payment-password/PaymentPasswordPage'))
        .PaymentPasswordPage,
    '/pages/user/editEmail': async () =>
      (await import(/* webpackChunkName: "pages.user.editEmail" */ './features/bind-way/BindEmailPage')).BindEmailPage,
    '/pages/user/editPhone': async () =>
      (await import(/* webpackChunkName: "pages.user.editPhone" */ './features/bind-way/BindPhonePage')).BindPhonePage,
    '/pages/user/authenticator': async () =>
      (await import(/* webpackChunkName: "pages.user.authenticator" */ './features/authenticator/AuthenticatorPage'))
        .AuthenticatorPage,
    '/pages/user/devices': async () =>
      (await import(/* webpackChunkName: "pages.user.devices" */ './features/devices/DevicesPage')).DevicesPage,
    '/pages/user/limits': async () =>
      (await import(/* webpackChunkName: "pages.user.limits" */ './features/limits/LimitsPage')).LimitsPage,
    '/pages/user/credit': async () =>
      (await import(/* webpackChunkName: "pages.user.credit" */ './features/credit/CreditPage')).CreditPage,
    '/pages/user/invite': async () =>
      (await import(/* webpackChunkName: "pages.user.invite" */ './features/invite/InvitePage')).InvitePage,
    '/pages/location/choose': async () =>
      (await import(/* webpackChunkName: "pages.location.choose" */ './features/location/ChooseLocationPage')).ChooseLocationPage,
    '/pages/location/open': async () =>
      (await import(/* webpackChunkName: "pages.location.open" */ './features/location/OpenLocationPage')).OpenLocationPage,
    '/pages/webview/index': async () =>
      (await import(/* webpackChunkName: "pages.webview.index" */ './features/webview/WebViewPage')).WebViewPage,
    '/pages/kefu/index': async () =>
      (await import(/* webpackChunkName: "pages.kefu.index" */ './features/kefu/KefuPage')).KefuPage,
    '/pages/service/index': async () =>
      (await import(/* webpackChunkName: "pages.service.index" */ './features/service/ServicePage')).ServicePage,
    '/pages/user/about': async () =>
      (await import(/* webpackChunkName: "pages.user.about" */ './features/about/AboutPage')).AboutPage,
  },
};
