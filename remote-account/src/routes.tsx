import { Route, Routes } from '@tessera/shared/kernel';
import { NotOpenPage } from '@tessera/shared/react';
import { AboutPage } from './features/about/AboutPage';
import { BindEmailPage } from './features/bind-email/BindEmailPage';
import { CentrePage } from './features/centre/CentrePage';
import { ChangePasswordPage } from './features/change-password/ChangePasswordPage';
import { ForgotPage } from './features/forgot/ForgotPage';
import { LanguagePage } from './features/language/LanguagePage';
import { LoginPage } from './features/login/LoginPage';
import { RegisterPage } from './features/register/RegisterPage';
import { SettingsPage } from './features/settings/SettingsPage';
import { StatisticsPage } from './features/statistics/StatisticsPage';
import { SwitchAccountPage } from './features/switch-account/SwitchAccountPage';

/** The pages of this remote; their paths are the host's table in shared/src/federation. */
export function AccountRoutes() {
  return (
    <Routes>
      <Route path="/pages/login/index" element={<LoginPage />} />
      <Route path="/pages/register/index" element={<RegisterPage />} />
      <Route path="/pages/forgot/index" element={<ForgotPage />} />
      <Route path="/pages/user/index" element={<CentrePage />} />
      <Route path="/pages/user/data" element={<StatisticsPage />} />
      <Route path="/pages/user/set" element={<SettingsPage />} />
      <Route path="/pages/user/language" element={<LanguagePage />} />
      <Route path="/pages/user/switchAccount" element={<SwitchAccountPage />} />
      <Route path="/pages/user/editLoginpwd" element={<ChangePasswordPage />} />
      <Route path="/pages/user/editEmail" element={<BindEmailPage />} />
      <Route path="/pages/user/about" element={<AboutPage />} />
      <Route path="*" element={<NotOpenPage backTo="/pages/user/index" />} />
    </Routes>
  );
}
